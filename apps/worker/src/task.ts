import type { JobName, JobPayload } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import type { ImageProcessor } from '@nightdesk/images'
import type { LargeFiles, Store } from '@nightdesk/storage'
import type { Logger } from 'pino'
import type { PurgeCdn } from './cdn.ts'
import type { CheckLink } from './download/check-link.ts'
import type { Download } from './download/download.ts'
import type { Env } from './env.ts'
import type { JobRun } from './job-runs.ts'

/** The part of a job’s context that lives as long as the worker. */
export interface WorkerContext {
  db: Db
  storage: Store
  /** Uploaded exports of other products. */
  import_files: LargeFiles
  /** Zip files of all stories, for a day. */
  export_files: LargeFiles
  images: ImageProcessor
  /** With `checkLink` and `cdn`, the only access to the internet. */
  download: Download
  checkLink: CheckLink
  /** Null without a CDN. */
  cdn: PurgeCdn | null
  /** Address of the database without a pooler. */
  database_url: string
  settings: Env
  log: Logger
}

/** Everything that a job may use. */
export interface JobContext extends WorkerContext, JobRun {
  /** Aborted a few seconds after the worker was asked to stop. */
  stopping: AbortSignal
}

/** The function of one job. Its payload is parsed. */
export type Task<Name extends JobName> = (ctx: JobContext, payload: JobPayload<Name>) => Promise<void>
