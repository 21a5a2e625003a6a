import type { UncountedReason } from '@nightdesk/contracts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant, Json } from './columns.ts'

export interface ViewsTable {
  id: Generated<number>
  viewed_at: string
  /** `YYYY-MM-DD`, like every day below. */
  day: string
  hour: number
  article_id: number
  version_id: number | null
  /** 16 bytes per visitor; on an aged day, per visitor and day. */
  visitor_hash: Buffer
  /** 16 bytes per visitor and article. Null on an aged day. */
  reader_hash: Buffer | null
  /** Origin only. */
  referrer: string | null
  user_agent_family: string
  device: string
  staff: boolean
}

export interface ViewDaysTable {
  article_id: number
  day: string
  views: number
  staff_views: Generated<number>
}

export interface ViewHoursTable {
  day: string
  hour: number
  views: number
}

export interface ViewFacetsTable {
  day: string
  article_id: number
  facet: 'referrer' | 'agent' | 'device' | 'version'
  value: string
  views: number
}

export interface SiteFacetsTable {
  day: string
  facet: 'referrer' | 'agent' | 'device'
  value: string
  views: number
}

export interface ViewTotalsTable {
  article_id: number
  views: number
  unique_views: number
}

export interface VisitorsTable {
  visitor_hash: Buffer
  first_day: string
  last_day: string
  days: number
}

export interface VisitorDaysTable {
  visitor_hash: Buffer
  day: string
}

export interface AgedViewDaysTable {
  day: string
  aged_at: Instant
}

export interface AgedVisitorsTable {
  visitor_hash: Buffer
  first_day: string
  last_day: string
  days: number
}

export interface ArticleVisitorsTable {
  article_id: number
  reader_hash: Buffer
  first_day: string
}

export interface SiteDaysTable {
  day: string
  views: number
  staff_views: number
  visitors: number
  first_visitors: number
  last_visitors: number
  last_return_visitors: number
}

export interface ClosedWindowsTable {
  first_day: string
  last_day: string
  visitors: number
  return_visitors: number
}

export interface DroppedViewMonthsTable {
  month: string
  dropped_at: Instant
}

export interface ArchivedViewFilesTable {
  month: string
  number: number
  key: string
  views: number
}

export interface ViewRebuildsTable {
  id: GeneratedAlways<number>
  rebuilt_at: Instant
  first_day: string
  last_day: string
  views: number
  differences: Json<Record<string, { missing: number; extra: number }>>
}

export interface UncountedViewsTable {
  day: string
  reason: UncountedReason
  attempts: number
}

export interface AnalyticsSummariesTable {
  id: GeneratedAlways<number>
  generated_at: Instant
  data: Json<Record<string, unknown>>
}
