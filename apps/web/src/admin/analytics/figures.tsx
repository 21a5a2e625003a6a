import {
  type AnalyticsOverview,
  type Figure,
  MOST_PAGES,
  type Period,
  type Share,
  type UncountedReason,
} from '@nightdesk/contracts'
import { Link } from 'react-router'
import { formatCount, formatNumber, formatPercent } from '../../format.ts'
import { paths } from '../../paths.ts'
import { Card, StatCard } from '../../ui/card.tsx'
import { DataTable } from '../../ui/table.tsx'
import { useRole } from '../screen/current-user.ts'
import { Section } from '../screen/page.tsx'
import type { Filter } from './period.tsx'

interface PagesTableProps extends Pick<AnalyticsOverview, 'pages'> {
  period: Period
}

export function PagesTable({ pages, period }: PagesTableProps) {
  const titleOf = ({ article_id, title, page_path }: PagesTableProps['pages'][number]) =>
    title === null ? (
      <span className="text-muted">{page_path}, no longer published</span>
    ) : (
      <Link
        to={{ pathname: paths.admin.articleAnalytics(article_id), search: `?period=${period}` }}
        dir="auto"
        className="hover:underline"
      >
        {title}
      </Link>
    )
  return (
    <Section title="Articles">
      {pages.length === 0 && <p className="text-muted">Nothing was read in this period.</p>}
      {pages.length > 0 && (
        <DataTable
          label="Articles"
          columns={[
            { name: 'Article', className: 'w-full font-medium wrap-anywhere', cell: titleOf },
            { name: 'Views', numeric: true, cell: ({ views }) => formatNumber(views) },
            {
              name: 'All-time readers',
              numeric: true,
              cell: ({ unique_views }) => formatNumber(unique_views),
            },
          ]}
          rows={pages}
          keyOf={({ article_id }) => article_id}
        />
      )}
      {pages.length === MOST_PAGES && (
        <p className="text-xs text-muted">Only the {MOST_PAGES} most viewed are listed.</p>
      )}
    </Section>
  )
}

interface ReadersProps {
  referrers: Share[]
  agents: Share[]
  devices: Share[]
  views: Figure
  /** Returns the query string of the page filtered by one item. */
  searchWith?: (filter: Filter) => string
}

export function Readers({ referrers, agents, devices, views: { value: whole }, searchWith }: ReadersProps) {
  const facets = [
    { title: 'Referrers', facet: 'referrer', shares: referrers, nameOf: referrerName },
    { title: 'Devices', facet: 'device', shares: devices, nameOf: String },
    { title: 'Browsers', facet: 'agent', shares: agents, nameOf: String },
  ] as const
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-3">
      {facets.map(({ title, facet, shares, nameOf }) => (
        <Card key={facet} title={title}>
          <ShareList
            label={title}
            shares={shares.map(({ value, views }) => ({
              name: nameOf(value),
              views,
              search: searchWith?.({ facet, value }),
            }))}
            whole={whole}
            nothing="No views in this period."
          />
        </Card>
      ))}
    </div>
  )
}

const REASONS: Record<UncountedReason, { name: string; meaning: string }> = {
  bot: { name: 'Robots', meaning: 'named themselves so, or sent no name at all' },
  prefetch: { name: 'Fetched ahead', meaning: 'loaded by a browser before anybody looked' },
  limited: { name: 'Over the limit', meaning: 'too many from one network in a minute' },
  opted_out: { name: 'Opted out', meaning: 'asked not to be counted (GPC or Do Not Track)' },
  unknown_article: { name: 'No such article', meaning: 'a draft, or one that is not there' },
}

type OutcomesProps = { counted: number } & Pick<AnalyticsOverview, 'uncounted'>

/** Every view attempt has one outcome: counted, or not counted with a reason. */
export function Outcomes({ counted, uncounted }: OutcomesProps) {
  const uncountedAttempts = uncounted.reduce((sum, { attempts }) => sum + attempts, 0)
  return (
    <Card title="Counted and not counted">
      <p className="mb-3 text-muted">
        {formatNumber(counted + uncountedAttempts)} attempts: {formatNumber(counted)} counted,{' '}
        {formatNumber(uncountedAttempts)} not.
      </p>
      <dl className="divide-y divide-line">
        {uncounted.map(({ reason, attempts }) => (
          <div key={reason} className="flex items-center justify-between gap-4 py-2">
            <dt className="min-w-0">
              <span className="block font-medium">{REASONS[reason].name}</span>
              <span className="block text-xs text-muted">{REASONS[reason].meaning}</span>
            </dt>
            <dd className="tabular-nums">{formatNumber(attempts)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

interface PopularListProps {
  articles: { id: number; title: string; views: number }[]
}

/** The most read articles, most views first. Authors see the figures of other authors' articles, but cannot open them. */
export function PopularList({ articles }: PopularListProps) {
  const screen = useRole() === 'author' ? paths.admin.articleAnalytics : paths.admin.draft
  if (articles.length === 0) return <p className="text-muted">Nothing has been read yet.</p>
  return (
    <ol className="flex flex-col gap-3">
      {articles.map(({ id, title, views }) => (
        <li key={id} className="flex items-baseline justify-between gap-3">
          <Link to={screen(id)} className="min-w-0 font-medium wrap-anywhere hover:underline">
            {title}
          </Link>
          <span className="shrink-0 text-xs text-muted">{formatCount(views, 'view')}</span>
        </li>
      ))}
    </ol>
  )
}

interface ShareListProps {
  label: string
  shares: { name: string; views: number; search?: string | undefined }[]
  /** The total that the bars are relative to. It is larger than the sum of the shares where only the largest are listed. */
  whole: number
  nothing: string
}

export function ShareList({ label, shares, whole, nothing }: ShareListProps) {
  if (shares.length === 0) return <p className="text-muted">{nothing}</p>
  return (
    <ul aria-label={label} className="flex flex-col gap-1">
      {shares.map(({ name, views, search }) => (
        <li key={name} className="relative flex min-h-8 items-center justify-between gap-3 px-2 py-1">
          <span
            aria-hidden
            className="bar-behind absolute inset-y-0 left-0 rounded-control bg-meter/15"
            style={{ width: `${whole && (views / whole) * 100}%` }}
          />
          <span className="relative min-w-0 wrap-anywhere">
            {search ? (
              <Link to={{ search }} className="hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </span>
          <span className="relative shrink-0 text-xs text-ink-2 tabular-nums">
            {formatNumber(views)} · {formatPercent(whole && (views / whole) * 100)}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The display name of a referrer's origin, a different one for each. An empty origin means that the referrer is unknown. */
export function referrerName(origin: string): string {
  if (origin === '') return 'Direct or unknown'
  return origin === location.origin ? 'This site' : origin.replace(/^https:\/\//, '')
}

interface FigureCardProps {
  label: string
  figure: Figure
  period: Period
  /** Percent: it changes by percentage points. */
  isRate?: boolean
}

export function FigureCard({ label, figure, period, isRate = false }: FigureCardProps) {
  const { value, previous, change } = figure
  const format = isRate ? formatPercent : formatNumber
  // Comparing part of today with the whole of yesterday would mislead.
  const isCompared = change !== null && period !== 'today'
  const note = previous !== null && (
    <>
      {isCompared && <Delta change={change} unit={isRate ? ' points' : '%'} />}
      {isCompared && ' · '}
      {format(previous)} in {period === 'today' ? 'all of yesterday' : `the ${period} days before`}
    </>
  )
  return <StatCard label={label} value={format(value)} note={note} />
}

function Delta({ change, unit }: { change: number; unit: string }) {
  const size = `${formatNumber(Math.abs(change))}${unit}`
  if (change === 0) return <span className="font-medium">No change</span>
  return (
    <span className={`font-medium ${change > 0 ? 'text-success' : 'text-danger'}`}>
      <span aria-hidden>{change > 0 ? '↑' : '↓'}</span>
      <span className="sr-only">{change > 0 ? 'up' : 'down'}</span> {size}
    </span>
  )
}
