import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant } from './columns.ts'

export interface WorkTables {
  workers: {
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
  migrated_functions: {
    /** A file of `migrations/functions`, without its extension. */
    file: string
    /** sha256 of the file. */
    hash: Buffer
  }
  migrated_levels: {
    /** Of `schemaLevel`. */
    level: Buffer
  }
  policy_reports: {
    /** `YYYY-MM-DD`. */
    day: Generated<string>
    area: 'admin' | 'public'
    directive: string
    blocked: string
    reports: Generated<number>
  }
  image_copies: {
    id: GeneratedAlways<number>
    url: string
    requested_by: number
    state: Generated<'queued' | 'done' | 'failed'>
    image_id: number | null
    error: string | null
    created_at: Instant
  }
  job_runs: {
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
  backups: {
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
}
