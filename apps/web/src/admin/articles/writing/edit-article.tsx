import { type AdminArticle, publicPath } from '@nightdesk/contracts'
import { formatDateTime } from '../../../format.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useMinimumPending } from '../../../ui/use-minimum-pending.ts'
import { ButtonLink, NewTabLink } from '../../screen/button-link.tsx'
import { useFocusMode } from '../../screen/focus-mode.ts'
import { lazyPart, usePrefetch } from '../../screen/lazy.tsx'
import { useDialogParam, useToggleParam } from '../../screen/list.tsx'
import { Page } from '../../screen/page.tsx'
import { ScheduledBadge, StateBadge } from '../../screen/state-badge.tsx'
import { WritingPage } from '../../screen/writing-page.tsx'
import { MAIN_KEY } from '../../shortcuts/shortcuts.tsx'
import { ArchiveActions } from '../article-actions.tsx'
import { NOUNS } from '../article-changed.ts'
import { ArticleLoader } from '../detail/article-loader.tsx'
import { LoadingArticle } from '../loading-article.tsx'
import { useNotesPanel } from '../notes/notes.tsx'
import { PreviewButton } from '../publish/preview-button.tsx'
import type { PublishSheetProps } from '../publish/publish-sheet.tsx'
import { type Opening, useOpening } from '../saving/opening.ts'
import { useIsUnpublished, useStartWriting, WritingContext } from '../saving/writing-context.tsx'
import { ArticleForm, DetailsButton, ExitFocusButton, MoreMenu, useDetails } from './article-form.tsx'

const MoreDetails = lazyPart('More details', async () => (await import('./more-details.tsx')).MoreDetails)
const DraftTimeLine = lazyPart(
  'The time line',
  async () => (await import('../versions/draft-time-line.tsx')).DraftTimeLine,
)
const loadSheet = () => import('../publish/publish-sheet.tsx')
const PublishSheet = lazyPart('The sheet to publish', async () => (await loadSheet()).PublishSheet)
const NotesPanel = lazyPart('The notes', async () => (await import('../notes/notes-panel.tsx')).NotesPanel)
const PreviousVersions = lazyPart(
  'The versions',
  async () => (await import('../versions/previous-versions.tsx')).PreviousVersions,
)

export function EditArticle() {
  return (
    <ArticleLoader title="Edit Article">
      {(article) =>
        article.state === 'deleted' ? <InTrash article={article} /> : <Open article={article} />
      }
    </ArticleLoader>
  )
}

const titleOf = ({ kind }: AdminArticle) => `Edit ${NOUNS[kind]}`

/** The server refuses to save an article in the trash, so it cannot be edited. */
function InTrash({ article }: { article: AdminArticle }) {
  return (
    <Page title={titleOf(article)}>
      <EmptyState title={`This ${NOUNS[article.kind].toLowerCase()} is in the trash. Restore it to edit it.`}>
        <ArchiveActions article={article} />
        <ButtonLink to={paths.admin.draft(article.id)}>View</ButtonLink>
      </EmptyState>
    </Page>
  )
}

/** Opens the newest text of the caller: the working copy, or the newest version. */
function Open({ article }: { article: AdminArticle }) {
  const opening = useOpening(article)
  const isLoading = useMinimumPending(opening.isPending)
  if (opening.data && !isLoading) return <Edit article={article} opening={opening.data} />
  return <LoadingArticle title={titleOf(article)} query={opening} />
}

function Edit({ article, opening }: { article: AdminArticle; opening: Opening }) {
  const { id, state, scheduled_at, created_at } = article
  const writing = useStartWriting({ id }, opening)
  const { isFocused } = useFocusMode()
  const panels = usePanels(id)
  const { notes, showsVersions } = panels
  return (
    <WritingContext value={writing}>
      <WritingPage
        title={titleOf(article)}
        facts={
          <>
            <StateBadge state={state} />
            <ScheduledBadge at={scheduled_at} />
            <span>Created {formatDateTime(created_at)}</span>
          </>
        }
        actions={
          <>
            {isFocused && <ExitFocusButton />}
            {!isFocused && <PreviewButton articleId={id} flush={writing.draftEditor.flush} />}
            <Button aria-expanded={showsVersions} onClick={panels.toggleVersions}>
              {showsVersions ? 'Hide Versions' : 'Show Versions'}
            </Button>
            {!isFocused && (
              <>
                <DetailsButton isOpen={panels.showsDetails} onToggle={panels.toggleDetails} />
                <MoreMenu article={article} notes={notes} onToggleNotes={panels.toggleNotes} />
              </>
            )}
          </>
        }
        primary={!isFocused && <Publish article={article} showPlace={panels.showPlace} />}
      >
        <ArticleForm
          article={article}
          details={panels.details}
          moreDetails={<MoreDetails article={article} />}
          below={showsVersions && <DraftTimeLine article={article} />}
          beside={
            (showsVersions && <PreviousVersions article={article} />) ||
            (panels.showsNotes && !isFocused && (
              <NotesPanel article={article} notes={notes} onClose={panels.toggleNotes} />
            ))
          }
        />
      </WritingPage>
    </WritingContext>
  )
}

type PublishProps = Pick<PublishSheetProps, 'article' | 'showPlace'>

/**
 * Opens the sheet to publish a draft, or the changes of a published article. While there are none, it leads to what readers
 * see. Other articles must be restored first.
 */
function Publish({ article, showPlace }: PublishProps) {
  const [isOpen, toggle] = useDialogParam('publish')
  const isUnpublished = useIsUnpublished(article)
  usePrefetch(loadSheet)
  if (article.state !== 'draft' && article.state !== 'published') return null
  return (
    <>
      {isUnpublished ? (
        <Button aria-keyshortcuts={MAIN_KEY} variant="success" onClick={toggle}>
          {article.state === 'draft' ? 'Publish…' : 'Publish changes…'}
        </Button>
      ) : (
        <NewTabLink to={publicPath(article)}>View on site</NewTabLink>
      )}
      {isOpen && <PublishSheet article={article} showPlace={showPlace} onClose={toggle} />}
    </>
  )
}

/** The panels beside the text, of which one is shown: the versions, the notes of readers, or the details. */
function usePanels(articleId: number) {
  const [showsVersions, toggleVersions] = useToggleParam('versions')
  const details = useDetails()
  const { notes, isShown, setShown } = useNotesPanel(articleId, !details.isOpen)
  const showsNotes = isShown && !showsVersions
  const showsDetails = details.isOpen && !showsVersions && !showsNotes
  function setDetails(isOpen: boolean) {
    if (showsVersions) toggleVersions()
    setShown(false)
    details.setOpen(isOpen)
  }
  return {
    showsVersions,
    toggleVersions,
    details,
    showsDetails,
    toggleDetails: () => setDetails(!showsDetails),
    /** For the sheet that publishes, which leads to a place in the text or in the details. */
    showPlace(isInDetails: boolean) {
      if (isInDetails) setDetails(true)
      // A version may be in the place of the text.
      else if (showsVersions) toggleVersions()
    },
    notes,
    showsNotes,
    toggleNotes() {
      if (showsVersions) toggleVersions()
      setShown(!showsNotes)
    },
  }
}
