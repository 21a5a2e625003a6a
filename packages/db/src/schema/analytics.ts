import type { UncountedReason } from '@nightdesk/contracts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant, Json } from './columns.ts'

export interface AnalyticsTables {
  views: {
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
  view_days: {
    article_id: number
    day: string
    views: number
    staff_views: Generated<number>
  }
  view_hours: {
    day: string
    hour: number
    views: number
  }
  view_facets: {
    day: string
    article_id: number
    facet: 'referrer' | 'agent' | 'device' | 'version'
    value: string
    views: number
  }
  site_facets: {
    day: string
    facet: 'referrer' | 'agent' | 'device'
    value: string
    views: number
  }
  view_totals: {
    article_id: number
    views: number
    unique_views: number
  }
  visitors: {
    visitor_hash: Buffer
    first_day: string
    last_day: string
    days: number
  }
  visitor_days: {
    visitor_hash: Buffer
    day: string
  }
  aged_view_days: {
    day: string
    aged_at: Instant
  }
  aged_visitors: {
    visitor_hash: Buffer
    first_day: string
    last_day: string
    days: number
  }
  article_visitors: {
    article_id: number
    reader_hash: Buffer
    first_day: string
  }
  site_days: {
    day: string
    views: number
    staff_views: number
    visitors: number
    first_visitors: number
    last_visitors: number
    last_return_visitors: number
  }
  closed_windows: {
    first_day: string
    last_day: string
    visitors: number
    return_visitors: number
  }
  dropped_view_months: {
    month: string
    dropped_at: Instant
  }
  archived_view_files: {
    month: string
    number: number
    key: string
    views: number
  }
  view_rebuilds: {
    id: GeneratedAlways<number>
    rebuilt_at: Instant
    first_day: string
    last_day: string
    views: number
    differences: Json<Record<string, { missing: number; extra: number }>>
  }
  uncounted_views: {
    day: string
    reason: UncountedReason
    attempts: number
  }
  analytics_summaries: {
    id: GeneratedAlways<number>
    generated_at: Instant
    data: Json<Record<string, unknown>>
  }
}
