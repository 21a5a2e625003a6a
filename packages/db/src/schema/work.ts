import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant } from './columns.ts'

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
  clock_ahead: Generated<number>
}

export interface MigratedFunctionsTable {
  /** A file of `migrations/functions`, without its extension. */
  file: string
  /** sha256 of the file. */
  hash: Buffer
}

export interface MigratedLevelsTable {
  /** Of `schemaLevel`. */
  level: Buffer
}

export interface PolicyReportsTable {
  /** `YYYY-MM-DD`. */
  day: Generated<string>
  area: 'admin' | 'public'
  directive: string
  blocked: string
  reports: Generated<number>
}

export interface ImageCopiesTable {
  id: GeneratedAlways<number>
  url: string
  requested_by: number
  state: Generated<'queued' | 'done' | 'failed'>
  image_id: number | null
  error: string | null
  created_at: Instant
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

export interface BackupsTable {
  id: GeneratedAlways<number>
  file: string
  created_at: Instant
  bytes: number
  rows: number
  objects: number
  secrets: 'all' | 'without signing key' | 'none' | null
  level: string | null
  host: string | null
  verified_at: Instant | null
  seconds: number | null
  stories: number | null
  versions: number | null
  pictures: number | null
  problem: string | null
}
