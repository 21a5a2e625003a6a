import type { GeneratedAlways } from 'kysely'
import type { Instant } from './columns.ts'

export interface AddressTables {
  /** Has an article or a target. */
  redirects: {
    id: GeneratedAlways<number>
    path: string
    article_id: number | null
    target: string | null
    made_by: number | null
    created_at: Instant
    /** The import that added it. */
    import_id: number | null
  }
  missing_addresses: {
    path: string
    requests: number
    last_at: string
  }
}
