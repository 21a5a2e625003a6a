import { type AdminArticle, publicPath, type Version } from '@nightdesk/contracts'
import { Blocks } from '@nightdesk/editor/render'
import type { ReactNode } from 'react'
import { formatCount, formatDateTime, formatRecent } from '../../../format.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink, NewTabLink } from '../../screen/button-link.tsx'
import { lazyPart } from '../../screen/lazy.tsx'
import { useToggleParam } from '../../screen/list.tsx'
import { Page, useRestoredFocus } from '../../screen/page.tsx'
import { ScheduledBadge, StateBadge } from '../../screen/state-badge.tsx'
import { ArchiveActions, OriginalButton, PublishButton } from '../article-actions.tsx'
import { isOpen, useNotes } from '../notes/notes.tsx'
import { Notice } from '../notice.tsx'
import { PreviewButton } from '../publish/preview-button.tsx'
import { ScheduleButton, ScheduleNotice } from '../publish/schedule.tsx'
import { CompareBar, Comparison } from '../versions/comparison.tsx'
import { VersionList } from '../versions/version-list.tsx'
import { useCompared, useSelectedVersion, useVersion } from '../versions/versions.ts'
import { ArticleLoader } from './article-loader.tsx'

const ArticleTimeLine = lazyPart(
  'The time line',
  async () => (await import('../versions/time-line.tsx')).ArticleTimeLine,
)

export function ArticleDetail() {
  return <ArticleLoader title="Article">{(article) => <Detail article={article} />}</ArticleLoader>
}

function Detail({ article }: { article: AdminArticle }) {
  const [showsVersions] = useToggleParam('versions')
  useRestoredFocus(article.state)
  return (
    <Page title={article.title} actions={<DetailActions article={article} />}>
      <ScheduleNotice article={article} />
      <ChangesNotice article={article} />
      <LinksSection articleId={article.id} />
      <NotesNotice article={article} />
      {showsVersions ? (
        <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="article-column flex min-w-0 flex-col">
            <SelectedVersion article={article} />
            <ArticleTimeLine article={article} />
          </div>
          <VersionPanel article={article} />
        </div>
      ) : (
        <ArticleView shown={article} article={article} />
      )}
    </Page>
  )
}

function SelectedVersion({ article }: { article: AdminArticle }) {
  const { selectedId } = useSelectedVersion()
  const selected = useVersion(article.id, selectedId)
  if (selected.isLoading) return <ArticleView shown={article} article={article} isWaiting />
  if (!selected.data) return <ArticleView shown={article} article={article} />
  return (
    <ArticleView shown={selected.data} article={article}>
      <CompareBar selected={selected.data} />
      <VersionText selected={selected.data} />
    </ArticleView>
  )
}

function VersionText({ selected }: { selected: Version }) {
  const compared = useCompared(selected)
  if (!compared) return <ArticleBody shown={selected} />
  return <Comparison selected={selected} other={compared} />
}

function VersionPanel({ article }: { article: AdminArticle }) {
  return (
    <aside
      aria-label="Versions"
      className="flex flex-col gap-4 self-start rounded-card border border-line bg-surface p-4 max-lg:order-first max-lg:w-full lg:sticky lg:top-18 lg:max-h-[calc(100dvh-6rem)]"
    >
      <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line pb-4">
        <h2 className="text-md">Current Version</h2>
        <StateBadge state={article.state} />
        <p className="w-full text-xs text-muted">Last updated {formatDateTime(article.date_updated)}</p>
      </header>
      <VersionList article={article} className="max-h-[35dvh] lg:max-h-none" />
      <ButtonLink to={`${paths.admin.searchVersions}?article=${article.id}`}>Search old versions</ButtonLink>
    </aside>
  )
}

interface ArticleViewProps {
  /** The article itself or one of its versions. */
  shown: AdminArticle | Version
  article: AdminArticle
  /** Another version is loading. */
  isWaiting?: boolean
  /** Default: the text of `shown`. */
  children?: ReactNode
}

function ArticleView({ shown, article, isWaiting = false, children }: ArticleViewProps) {
  const isVersion = shown !== article
  const canArchive = article.state === 'draft' || article.state === 'published'
  return (
    <article
      aria-busy={isWaiting}
      className="flex min-w-0 flex-col gap-6 rounded-card border border-line bg-surface p-5 sm:p-8"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-xs text-muted">
          <StateBadge state={shown.state} />
          <ScheduledBadge at={article.scheduled_at} />
          {article.path !== null && <span className="wrap-anywhere">{article.path}</span>}
          <span>Created {formatDateTime(article.date_created)}</span>
          <span>Last updated {formatDateTime(article.date_updated)}</span>
          {isVersion && (
            <strong className="text-ink">
              Version {shown.version_number}: {shown.title}
            </strong>
          )}
        </p>
        {canArchive && (
          <div className="-mx-3 flex">
            <ArchiveActions article={article} />
          </div>
        )}
      </header>
      {children ?? <ArticleBody shown={shown} />}
    </article>
  )
}

function ArticleBody({ shown }: { shown: AdminArticle | Version }) {
  return (
    <>
      {shown.poster_url && (
        <img
          src={shown.poster_url}
          alt=""
          className="mb-2 aspect-video w-full max-w-[66ch] rounded-control bg-sunken object-cover"
        />
      )}
      {shown.content.length > 0 ? (
        <div className="prose">
          <Blocks value={shown.content} headingBase={2} />
        </div>
      ) : (
        <p className="text-muted">No content available</p>
      )}
    </>
  )
}

function DetailActions({ article }: { article: AdminArticle }) {
  const [showsVersions, toggleVersions] = useToggleParam('versions')
  const { id, state } = article
  const canRestore = state === 'archived' || state === 'deleted'
  return (
    <>
      {canRestore && <ArchiveActions article={article} />}
      <Button aria-expanded={showsVersions} onClick={toggleVersions}>
        {showsVersions ? 'Hide Versions' : 'Show Versions'}
      </Button>
      {state === 'published' && <NewTabLink to={publicPath(article)}>View</NewTabLink>}
      {state !== 'deleted' && <PreviewButton articleId={id} />}
      {state !== 'deleted' && <ButtonLink to={paths.admin.editDraft(id)}>Edit</ButtonLink>}
      <OriginalButton article={article} />
      <ScheduleButton article={article} />
      <PublishButton article={article} />
    </>
  )
}

/**
 * Tells the caller about their changes that no version has, and what becomes of them. Not shown in the trash, where they
 * cannot be published.
 */
function ChangesNotice({ article }: { article: AdminArticle }) {
  const { id, state, unsaved_at, version_number } = article
  if (unsaved_at === null || state === 'deleted') return null
  return (
    <Notice
      label="Your changes"
      text={`Your changes from ${formatRecent(unsaved_at)} are kept, and not shown here.`}
      warning={
        (state === 'draft' && `Publish and Schedule send out version ${version_number} without them.`) ||
        (state === 'published' && 'Readers see them when you publish them.')
      }
    >
      <ButtonLink to={paths.admin.editDraft(id)} variant="primary" size="sm">
        Continue writing
      </ButtonLink>
    </Notice>
  )
}

function NotesNotice({ article: { id, state } }: { article: AdminArticle }) {
  const count = useNotes(id)?.filter(isOpen).length ?? 0
  if (count === 0 || state === 'deleted') return null
  return (
    <Notice label="Notes of readers" text={`Readers of a preview left ${formatCount(count, 'note')}.`}>
      <ButtonLink to={`${paths.admin.editDraft(id)}?notes=1`} variant="primary" size="sm">
        Read the notes
      </ButtonLink>
    </Notice>
  )
}

const LinksAndPictures = lazyPart(
  'The list of links and pictures',
  async () => (await import('./links.tsx')).LinksAndPictures,
)

/** The links and pictures of an article, closed at first. Open or closed is in the URL. */
function LinksSection({ articleId }: { articleId: number }) {
  const [isOpen, toggle] = useToggleParam('links')
  return (
    <section aria-label="Links and pictures" className="rounded-card border border-line bg-surface">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={toggle}
          className="flex min-h-11 w-full items-center justify-between gap-2 rounded-card px-4 py-2 text-left text-sm font-medium hover:bg-sunken sm:px-5"
        >
          Links and pictures
          <span aria-hidden className="text-muted">
            {isOpen ? '−' : '+'}
          </span>
        </button>
      </h2>
      {isOpen && <LinksAndPictures articleId={articleId} />}
    </section>
  )
}
