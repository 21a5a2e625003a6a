import type { AdminArticle, Version } from '@nightdesk/contracts'
import { Blocks } from '@nightdesk/editor/render'
import { lazy, type ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '../../../format.ts'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { useRestoredFocus } from '../../screen/focus/use-restored-focus.ts'
import { LazyBoundary } from '../../screen/lazy-boundary.tsx'
import { Page } from '../../screen/page.tsx'
import { useToggleParam } from '../../screen/url/use-toggle-param.ts'
import { CompareBar } from '../compare/compare-bar.tsx'
import { Comparison } from '../compare/comparison.tsx'
import { useCompared } from '../compare/use-comparison.ts'
import { LinksSection } from '../links/links-section.tsx'
import { StateBadge } from '../list/state-badge.tsx'
import { NotesNotice } from '../notes/notes-notice.tsx'
import { ScheduleNotice } from '../schedule/schedule-notice.tsx'
import { ScheduledBadge } from '../schedule/scheduled-badge.tsx'
import { useSelectedVersion } from '../versions/use-selected-version.ts'
import { useVersion } from '../versions/use-versions.ts'
import { VersionList } from '../versions/version-list.tsx'
import { ArchiveActions } from './archive-actions.tsx'
import { ArticleLoader } from './article-loader.tsx'
import { DetailActions } from './detail-actions.tsx'
import { UnsavedNotice } from './unsaved-notice.tsx'

const ArticleTimeLine = lazy(async () => ({
  default: (await import('../timeline/article-time-line.tsx')).ArticleTimeLine,
}))

export function ArticleDetail() {
  return <ArticleLoader title="Article">{(article) => <Detail article={article} />}</ArticleLoader>
}

function Detail({ article }: { article: AdminArticle }) {
  const [showsVersions, toggleVersions] = useToggleParam('versions')
  useRestoredFocus(article.state)
  const actions = (
    <DetailActions article={article} showsVersions={showsVersions} onToggleVersions={toggleVersions} />
  )
  return (
    <Page title={article.title} actions={actions}>
      <ScheduleNotice article={article} />
      <UnsavedNotice article={article} />
      <LinksSection articleId={article.id} />
      <NotesNotice article={article} />
      {showsVersions ? (
        <div className="grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="article-column flex min-w-0 flex-col">
            <SelectedVersion article={article} />
            <LazyBoundary name="The time line">
              <ArticleTimeLine article={article} />
            </LazyBoundary>
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
      <Link
        to={`${paths.admin.searchVersions}?article=${article.id}`}
        className={buttonClass({ variant: 'secondary' })}
      >
        Search old versions
      </Link>
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
