import type { AdminArticleSummary, DeadLinks as Counts, DashboardStats } from '@nightdesk/contracts'
import { Link } from 'react-router'
import { api } from '../api.ts'
import { formatCount, formatNumber, formatPercent, formatRecent, formatShortDate } from '../format.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Card, StatCard } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { type Column, DataTable } from '../ui/table.tsx'
import { PopularList } from './analytics/figures.tsx'
import { firstSteps, type Step } from './first-steps.ts'
import { POLL_MS } from './query-client.ts'
import { ButtonLink } from './screen/button-link.tsx'
import { useCurrentUser, useIsAmong } from './screen/current-user.ts'
import { Loaded } from './screen/loaded.tsx'
import { focusHeading, Page, Section, useRestoredFocus } from './screen/page.tsx'
import { ChangesBadge, StateBadge } from './screen/state-badge.tsx'
import { useStored } from './screen/use-stored.ts'

export function Dashboard() {
  const user = useCurrentUser()
  const stats = api.analytics.dashboard.useQuery({}, { refetchInterval: POLL_MS })
  const isMissing = stats.isError && !stats.data
  // The button that tries again is removed at once.
  useRestoredFocus(isMissing ? 'failed' : undefined)
  return (
    <Page
      title={user.data ? `Welcome back, ${user.data.full_name}` : 'Welcome back'}
      actions={<QuickActions />}
    >
      {isMissing && (
        <ErrorState message="Failed to load dashboard statistics" onRetry={() => stats.refetch()} />
      )}
      <Continue />
      <FirstSteps />
      <DeadLinks />
      {/* What is above has no place until it is known, and its answers come together with the figures. */}
      <div className={`flex flex-col gap-5 ${stats.isPending ? 'appear-late' : ''}`}>
        {!isMissing && <Figures stats={stats.data} />}
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <RecentArticles />
          {!isMissing && <PopularArticles articles={stats.data?.popular_articles} />}
        </div>
      </div>
    </Page>
  )
}

function QuickActions() {
  const isAdmin = useIsAmong('admins')
  return (
    <nav aria-label="Quick actions" className="flex flex-wrap gap-2">
      <ButtonLink to={paths.admin.newDraft}>New Article</ButtonLink>
      <ButtonLink to={paths.admin.analytics}>View Analytics</ButtonLink>
      {isAdmin && <ButtonLink to={paths.admin.workers}>Check Workers</ButtonLink>}
    </nav>
  )
}

interface Writing {
  title: string
  to: string
  kept_at: string
}

/** What the caller is writing: texts that are no article yet, and changes that no version has. The newest come first. */
function useWriting() {
  const begun = api.newArticles.list.useQuery({}).data ?? []
  const changed = api.articles.list.useQuery({ kind: 'any', unsaved: 'own' }).data ?? []
  const writing: Writing[] = begun.map(({ key, title, updated_at }) => ({
    title: title.trim() || 'Untitled',
    to: paths.admin.continueDraft(key),
    kept_at: updated_at,
  }))
  for (const { id, title, unsaved_at } of changed)
    if (unsaved_at !== null) writing.push({ title, to: paths.admin.editDraft(id), kept_at: unsaved_at })
  return writing.sort((a, b) => (a.kept_at < b.kept_at ? 1 : -1))
}

function Continue() {
  const [last] = useWriting()
  if (!last) return null
  return (
    <Link
      to={last.to}
      className="group flex flex-wrap items-baseline gap-x-3 rounded-card border border-line bg-surface px-4 py-3 hover:border-control"
    >
      <span className="min-w-0 font-medium wrap-anywhere group-hover:underline">Continue: {last.title}</span>
      <span className="text-xs text-muted">Kept {formatRecent(last.kept_at)}</span>
    </Link>
  )
}

/** Four figures; dashes until they are loaded. */
function Figures({ stats }: { stats: DashboardStats | undefined }) {
  const views = stats?.total_views
  const visitors = stats?.visitor_metrics
  return (
    <dl aria-busy={!stats} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatCard
        label="Views Today"
        value={views ? formatNumber(views.today) : '–'}
        note={views ? `${formatNumber(views.yesterday)} in all of yesterday` : 'Since midnight'}
      />
      <StatCard
        label="Total Views"
        value={views ? formatNumber(views.all_time) : '–'}
        note="Since the first story"
      />
      <StatCard
        label="Unique Visitors"
        value={visitors ? formatNumber(visitors.unique_visitors) : '–'}
        note="Each counted once"
      />
      <StatCard
        label="Return Rate"
        value={visitors ? formatPercent(visitors.return_rate) : '–'}
        note="Seen on at least two days"
      />
    </dl>
  )
}

function DeadLinks() {
  const { data } = api.links.countDead.useQuery({})
  if (!data || data.links === 0) return null
  return (
    <section
      aria-label="Dead links"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3"
    >
      <p>{describe(data)}</p>
      <ButtonLink to={paths.admin.publishedWithDeadLinks} size="sm">
        {data.articles === 1 ? 'Show the story' : 'Show the stories'}
      </ButtonLink>
    </section>
  )
}

function describe({ links, articles }: Counts): string {
  const stories = formatCount(articles, 'published story has', 'published stories have')
  return `${stories} ${formatCount(links, 'dead link')}.`
}

/** How many stories to search for steps that are done. */
const LOOKED_AT = 50

/** A checklist from the first draft to the first reader. It disappears when it is complete or dismissed. */
function FirstSteps() {
  const [dismissed, store] = useStored('admin_first_steps')
  const stories = api.articles.list.useQuery({ limit: LOOKED_AT }, { enabled: !dismissed }).data
  const [last] = useWriting()
  if (dismissed || !stories) return null
  const steps = firstSteps(stories, last?.to)
  const next = steps.find(({ isDone }) => !isDone)
  if (!next) return null

  function dismiss() {
    store('dismissed')
    focusHeading() // the button is removed with the card
  }
  const button = (
    <Button variant="ghost" size="sm" onClick={dismiss}>
      Dismiss
    </Button>
  )
  return (
    <Card title="First steps" actions={button}>
      <ol className="grid grid-cols-1 gap-2 sm:grid-cols-2 xl:grid-cols-4">
        {steps.map((step, index) => (
          <li key={step.label}>
            <StepLink step={step} number={index + 1} isNext={step === next} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

interface StepLinkProps {
  step: Step
  number: number
  isNext: boolean
}

function StepLink({ step: { label, hint, to, isPublic, isDone }, number, isNext }: StepLinkProps) {
  const look = `flex h-full items-center gap-3 rounded-control border p-3 hover:border-control ${isNext ? 'border-control' : 'border-line'}`
  const content = (
    <>
      <Mark isDone={isDone} number={number} />
      <span className="min-w-0">
        <span className={`block font-medium ${isDone ? 'text-muted line-through' : ''}`}>{label}</span>
        <span className="block text-xs text-muted">{isDone ? 'Done' : hint}</span>
      </span>
    </>
  )
  return isPublic ? (
    <a href={to} className={look}>
      {content}
    </a>
  ) : (
    <Link to={to} className={look}>
      {content}
    </Link>
  )
}

function Mark({ isDone, number }: { isDone: boolean; number: number }) {
  const look = 'flex size-7 shrink-0 items-center justify-center rounded-full text-xs font-medium'
  return isDone ? (
    <span className={`${look} bg-success-tint text-success`}>
      <Icon name="check" className="size-4" />
    </span>
  ) : (
    <span aria-hidden className={`${look} bg-sunken text-ink-2`}>
      {number}
    </span>
  )
}

const SHOWN = 5

function RecentArticles() {
  const recent = api.articles.list.useQuery({ limit: SHOWN, sort: '-date_updated' })
  return (
    <Section title="Recent Articles">
      <Loaded query={recent} loading="Loading articles..." lines={SHOWN}>
        {(articles) =>
          articles.length === 0 ? (
            <p className="text-muted">No articles available</p>
          ) : (
            <DataTable label="Recent Articles" columns={COLUMNS} rows={articles} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
    </Section>
  )
}

const COLUMNS: readonly Column<AdminArticleSummary>[] = [
  {
    name: 'Title',
    className: 'min-w-40 font-medium wrap-anywhere',
    cell: ({ id, title }) => (
      <Link to={paths.admin.draft(id)} dir="auto" className="hover:underline">
        {title}
      </Link>
    ),
  },
  {
    name: 'Status',
    cell: (article) => (
      <span className="flex flex-wrap items-center gap-1">
        <StateBadge state={article.state} />
        <ChangesBadge article={article} />
      </span>
    ),
  },
  {
    name: 'Last Updated',
    className: 'whitespace-nowrap text-ink-2',
    cell: ({ date_updated }) => formatShortDate(date_updated),
  },
]

function PopularArticles({ articles }: { articles: DashboardStats['popular_articles'] | undefined }) {
  return (
    <Section title="Popular Articles">
      <div className="rounded-card border border-line bg-surface p-4">
        {articles ? (
          <PopularList
            articles={articles.map(({ article_id, title, view_count }) => ({
              id: article_id,
              title,
              views: view_count,
            }))}
          />
        ) : (
          <Loading label="Loading popular articles..." lines={3} />
        )}
      </div>
    </Section>
  )
}
