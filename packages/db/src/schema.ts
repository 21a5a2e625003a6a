import type { ArticleState, Block, Role, UncountedReason, UserStatus } from '@nightdesk/contracts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** An instant, read as an ISO 8601 string in UTC. */
type Instant = ColumnType<string, string | undefined, string>
/** Written as JSON text, read as the value. */
type Json<T> = ColumnType<T, string, string>

export interface UsersTable {
  id: GeneratedAlways<number>
  username: string
  full_name: string
  password_hash: string | null
  role: Role
  status: Generated<UserStatus>
  last_logged_in: string | null
  created_at: Instant
  updated_at: Instant
}

export interface SessionsTable {
  id: Buffer
  number: GeneratedAlways<number>
  user_id: number
  created_at: Instant
  last_seen_at: Instant
  expires_at: string
  revoked_at: string | null
  ip_prefix: string
  user_agent_family: string
}

export interface OneTimeTokensTable {
  hash: Buffer
  kind: 'setup' | 'invite' | 'reset'
  user_id: number | null
  created_at: Instant
  expires_at: string
  used_at: string | null
}

export interface RateLimitsTable {
  key: string
  window_start: string
  count: number
}

export interface SecretsTable {
  name: string
  value: Buffer
}

export interface AuditLogTable {
  id: GeneratedAlways<number>
  at: Instant
  actor_id: number | null
  action: string
  target: string
  ip_prefix: string | null
  request_id: string | null
  detail: ColumnType<Record<string, unknown>, string | undefined, never>
}

/** What the store holds. */
export interface StoredObjectsTable {
  key: string
  bytes: number
  stored_at: Instant
  missing_since: Instant | null
}

export interface ImageVariantsTable {
  image_id: number
  width: number
  height: number
  format: 'avif' | 'webp'
  filename: string
}

export interface ImagesTable {
  id: GeneratedAlways<number>
  filename: string
  content_type: string
  width: number
  height: number
  bytes: number
  sha256: Buffer
  uploaded_by: number | null
  created_at: Instant
}

export interface ArticlesTable {
  id: GeneratedAlways<number>
  author_id: number
  state: Generated<ArticleState>
  current_version_id: number | null
  published_version_id: number | null
  date_created: Instant
  date_updated: Instant
  date_published: string | null
  date_deleted: string | null
}

export interface ArticleVersionsTable {
  id: GeneratedAlways<number>
  article_id: number
  version_number: number
  state: ArticleState
  title: string
  excerpt: string
  poster_image_id: number | null
  content: Json<Block[]>
  content_hash: Buffer
  word_count: number
  change_description: string
  created_by: number | null
  created_at: Instant
}

export interface PassagesTable {
  article_id: number
  hash: Buffer
  text: string
  first_version: number
  last_version: number | null
  /** A tsvector. */
  words: GeneratedAlways<string>
}

export interface WorkingCopiesTable {
  article_id: number
  user_id: number
  revision: number
  base_version: number
  title: string
  excerpt: string
  poster_image_id: number | null
  content: Json<Block[]>
  updated_at: Instant
}

export interface ViewsTable {
  id: Generated<number>
  viewed_at: string
  /** `YYYY-MM-DD`, as is every day below. */
  day: string
  hour: number
  article_id: number
  version_id: number | null
  visitor_hash: Buffer
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

export interface ArticleVisitorsTable {
  article_id: number
  visitor_hash: Buffer
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

export interface WorkersTable {
  id: string
  name: string
  host: string
  pid: number
  started_at: Instant
  last_heartbeat: Instant
  status: 'running' | 'error' | 'stopped'
  error_message: string | null
  queue_ids: Generated<string[]>
}

export interface JobRunsTable {
  id: GeneratedAlways<number>
  job_id: number
  name: string
  attempt: number
  worker: string
  queue_id: string
  queued_at: string
  started_at: Instant
  finished_at: string | null
  status: Generated<'running' | 'done' | 'failed' | 'lost'>
  error: string | null
}

/** Hand-written, and held against the migrated database by `schema.test.ts`. */
export interface Database {
  users: UsersTable
  sessions: SessionsTable
  one_time_tokens: OneTimeTokensTable
  rate_limits: RateLimitsTable
  secrets: SecretsTable
  audit_log: AuditLogTable
  images: ImagesTable
  image_variants: ImageVariantsTable
  stored_objects: StoredObjectsTable
  articles: ArticlesTable
  article_versions: ArticleVersionsTable
  passages: PassagesTable
  working_copies: WorkingCopiesTable
  views: ViewsTable
  dropped_view_months: DroppedViewMonthsTable
  view_days: ViewDaysTable
  view_hours: ViewHoursTable
  view_facets: ViewFacetsTable
  site_facets: SiteFacetsTable
  view_totals: ViewTotalsTable
  visitors: VisitorsTable
  visitor_days: VisitorDaysTable
  article_visitors: ArticleVisitorsTable
  site_days: SiteDaysTable
  closed_windows: ClosedWindowsTable
  view_rebuilds: ViewRebuildsTable
  uncounted_views: UncountedViewsTable
  analytics_summaries: AnalyticsSummariesTable
  workers: WorkersTable
  job_runs: JobRunsTable
}
