import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant } from './columns.ts'

export interface ExportTables {
  /** A zip file of all stories that an admin has asked for. */
  exports: {
    id: GeneratedAlways<number>
    state: Generated<'waiting' | 'running' | 'done' | 'failed'>
    failure: string | null
    /** Whether it has all versions, and the views of each day. */
    versions: Generated<boolean>
    analytics: Generated<boolean>
    ebooks: Generated<boolean>
    /** Stories that are written. */
    done: Generated<number>
    total: Generated<number>
    /** The name of the file in the storage; null until it is there, like the columns that follow. */
    key: string | null
    bytes: number | null
    stories: number | null
    unpublished_changes: number | null
    pictures: number | null
    missing_pictures: number | null
    expires_at: string | null
    made_by: number | null
    created_at: Instant
  }
}
