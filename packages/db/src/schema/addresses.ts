import type { GeneratedAlways } from 'kysely'
import type { Instant } from './columns.ts'

/** Has an article or a target. */
export interface RedirectsTable {
  id: GeneratedAlways<number>
  path: string
  article_id: number | null
  target: string | null
  made_by: number | null
  created_at: Instant
  /** The import that added it. */
  import_id: number | null
}

export interface MissingAddressesTable {
  path: string
  requests: number
  last_at: string
}
