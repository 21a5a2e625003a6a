import type { AdminArticle } from '@nightdesk/contracts'
import { lazy } from 'react'
import { Link } from 'react-router'
import { explain } from '../../../api.ts'
import { formatDateTime } from '../../../format.ts'
import { paths } from '../../../paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useMinimumPending } from '../../../ui/use-minimum-pending.ts'
import { useFocusMode } from '../../screen/focus-mode.ts'
import { LazyBoundary } from '../../screen/lazy-boundary.tsx'
import { Page } from '../../screen/page.tsx'
import { useToggleParam } from '../../screen/url/use-toggle-param.ts'
import { usePrefetch } from '../../screen/use-prefetch.ts'
import { WritingPage } from '../../screen/writing-page.tsx'
import { MAIN_KEY } from '../../shortcuts/use-main-key.ts'
import { ArchiveActions } from '../detail/archive-actions.tsx'
import { ArticleLoader } from '../detail/article-loader.tsx'
import { LoadingArticle } from '../detail/loading-article.tsx'
import { PublishButton } from '../detail/publish-button.tsx'
import { StateBadge } from '../list/state-badge.tsx'
import { NotesButton } from '../notes/notes-button.tsx'
import { OpenEditorProvider } from '../open-editor/open-editor.tsx'
import { PreviewButton } from '../preview/preview-button.tsx'
import { EditDialogs } from '../saving/dialogs.tsx'
import { LeaveGuard } from '../saving/leaving/leave-guard.tsx'
import type { Opening } from '../saving/recovery/opening.ts'
import { useOpening } from '../saving/recovery/use-opening.ts'
import { ScheduledBadge } from '../schedule/scheduled-badge.tsx'
import { ArticleForm } from './article-form.tsx'
import { FocusButton } from './focus-button.tsx'
import { DetailsButton } from './panels/details-panel.tsx'
import { usePanels } from './panels/use-panels.ts'
import { type Editing, useEditing } from './use-editing.ts'

const MoreDetails = lazy(async () => ({
  default: (await import('./panels/more-details.tsx')).MoreDetails,
}))
const DraftTimeLine = lazy(async () => ({
  default: (await import('../timeline/draft-time-line.tsx')).DraftTimeLine,
}))
const loadSheet = () => import('../publish-sheet/publish-sheet.tsx')
const PublishSheet = lazy(async () => ({ default: (await loadSheet()).PublishSheet }))
const NotesPanel = lazy(async () => ({
  default: (await import('../notes/notes-panel.tsx')).NotesPanel,
}))
const PreviousVersions = lazy(async () => ({
  default: (await import('../versions/previous-versions.tsx')).PreviousVersions,
}))

export function EditArticle() {
  return (
    <OpenEditorProvider>
      <ArticleLoader title="Edit Article">
        {(article) =>
          article.state === 'deleted' ? <InTrash article={article} /> : <Open article={article} />
        }
      </ArticleLoader>
    </OpenEditorProvider>
  )
}

/** The server refuses to save an article in the trash, so it cannot be edited. */
function InTrash({ article }: { article: AdminArticle }) {
  return (
    <Page title="Edit Article">
      <EmptyState title="This article is in the trash. Restore it to edit it.">
        <ArchiveActions article={article} />
        <Link to={paths.admin.draft(article.id)} className={buttonClass({ variant: 'secondary' })}>
          View
        </Link>
      </EmptyState>
    </Page>
  )
}

/** Opens the newest text of the caller: the working copy, or the newest version. */
function Open({ article }: { article: AdminArticle }) {
  const { data: opening, error, refetch } = useOpening(article)
  const isLoading = useMinimumPending(!opening && !error)
  if (opening && !isLoading) return <Edit article={article} opening={opening} />
  return (
    <Page title="Edit Article">
      {error ? <ErrorState message={explain(error)} onRetry={() => refetch()} /> : <LoadingArticle />}
    </Page>
  )
}

function Edit({ article, opening }: { article: AdminArticle; opening: Opening }) {
  const { isFocused } = useFocusMode()
  const { showsVersions, toggleVersions, details, notes, ...panels } = usePanels(article.id)
  const editing = useEditing(article, opening)
  const { draftEditor, form } = editing
  const actions = (
    <>
      <FocusButton />
      <Button variant="secondary" aria-expanded={showsVersions} onClick={toggleVersions}>
        {showsVersions ? 'Hide Versions' : 'Show Versions'}
      </Button>
      {!isFocused && (
        <>
          <NotesButton notes={notes} isShown={panels.showsNotes} onToggle={panels.toggleNotes} />
          <DetailsButton isOpen={panels.showsDetails} onToggle={panels.toggleDetails} />
          <PreviewButton articleId={article.id} sendUnsaved={draftEditor.sendUnsaved} />
          {article.state === 'published' && <PublishButton article={article} />}
        </>
      )}
    </>
  )
  const primary = !isFocused && (
    <Publish article={article} editing={editing} showDetails={panels.showDetails} />
  )
  return (
    <WritingPage title="Edit Article" facts={<Facts article={article} />} actions={actions} primary={primary}>
      <ArticleForm
        ref={form}
        draftEditor={draftEditor}
        initial={opening.text}
        state={article.state}
        saveLabel="Save Changes"
        isFocused={isFocused}
        details={details}
        moreDetails={
          <LazyBoundary name="More details">
            <MoreDetails article={article} />
          </LazyBoundary>
        }
        below={showsVersions && <TimeLine article={article} editing={editing} />}
        beside={
          showsVersions ? (
            <LazyBoundary name="The versions">
              <PreviousVersions article={article} draftEditor={draftEditor} />
            </LazyBoundary>
          ) : (
            panels.showsNotes &&
            !isFocused && (
              <LazyBoundary name="The notes">
                <NotesPanel article={article} notes={notes} onClose={panels.toggleNotes} />
              </LazyBoundary>
            )
          )
        }
      />
      <EditDialogs draftEditor={draftEditor} />
      <LeaveGuard draftEditor={draftEditor} form={form} state={article.state} />
    </WritingPage>
  )
}

const TimeLine = ({ article, editing }: { article: AdminArticle; editing: Editing }) => (
  <LazyBoundary name="The time line">
    <DraftTimeLine article={article} {...editing} />
  </LazyBoundary>
)

interface PublishProps {
  article: AdminArticle
  editing: Editing
  showDetails(): void
}

/** Opens the sheet to publish, also for the changes of a published article. Others must be restored first. */
function Publish({ article, editing, showDetails }: PublishProps) {
  const [isOpen, toggle] = useToggleParam('publish')
  usePrefetch(loadSheet)
  if (article.state !== 'draft' && article.state !== 'published') return null
  return (
    <>
      <Button aria-keyshortcuts={MAIN_KEY} variant="success" onClick={toggle}>
        Publish…
      </Button>
      {isOpen && (
        <LazyBoundary name="The sheet to publish" onFailed={toggle}>
          <PublishSheet {...editing} article={article} showDetails={showDetails} onClose={toggle} />
        </LazyBoundary>
      )}
    </>
  )
}

function Facts({ article }: { article: AdminArticle }) {
  return (
    <>
      <StateBadge state={article.state} />
      <ScheduledBadge at={article.scheduled_at} />
      <span>Created {formatDateTime(article.created_at)}</span>
    </>
  )
}
