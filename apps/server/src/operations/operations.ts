import {
  type Backup,
  type backups as backupsContract,
  conflict,
  type system as contract,
  type JobName,
  notFound,
  type SystemStatus,
  WORK_CHECKS,
  type workers as workersContract,
} from '@nightdesk/contracts'
import { formatBytes } from '@nightdesk/contracts/files'
import {
  addJob,
  type Db,
  jobHistory,
  removeJob,
  storageProblem,
  storedObjects,
  type Tx,
  workerStatus,
} from '@nightdesk/db'
import { backupHealth, runChecks } from '@nightdesk/doctor'
import { checkStore, diskSpace } from '@nightdesk/storage'
import { sql } from 'kysely'
import { audit } from '../audit/audit.ts'
import { change } from '../change.ts'
import type { Context, Handlers } from '../context.ts'

export const system: Handlers<typeof contract> = {
  async status(ctx) {
    // In parallel, so that a database that hangs is waited for once.
    const asked = [storageStatus(ctx), databaseStatus(ctx), workerStatus(ctx.db)] as const
    const [s3, database, workers] = await Promise.all(asked)
    return {
      timestamp: Math.floor(Date.parse(ctx.now()) / 1000),
      s3,
      database,
      workers: { workers },
    }
  },

  checks({ db, storage, health_settings, proxy_watch, log }, { scope }) {
    const subject = { db, storage, settings: health_settings, proxies: proxy_watch }
    return runChecks(subject, scope === 'work' ? WORK_CHECKS : undefined, (err, check) => {
      log.warn({ err, check }, 'A check failed')
      return 'The log of the server says why.'
    })
  },

  diskSpace: ({ data_dir }) => diskSpace(data_dir),
}

/** Writes and reads an object, so that “connected” is true. */
async function storageStatus(ctx: Context): Promise<SystemStatus['s3']> {
  const { bucket, kind } = ctx.storage.description
  try {
    await checkStore(ctx.storage)
  } catch (error) {
    ctx.log.warn({ err: error }, 'The storage check failed')
    return { status: 'error', bucket, message: 'The storage cannot be written to or read from' }
  }
  const { objects, bytes, missing } = await storedObjects(ctx.db)
  const problem = await storageProblem(ctx.db)
  const limit = ctx.storage_limit
  return {
    status: 'connected',
    bucket,
    message: `${kind === 'disk' ? 'Files are kept on this machine’s disk' : 'Connected to the bucket'}${describeMissing(missing)}`,
    ...(problem && { problem }),
    bucket_stats: {
      object_count: objects,
      total_size_formatted: formatBytes(bytes),
      max_size_bytes: limit,
      max_size_formatted: formatBytes(limit),
      usage_percentage: limit === 0 ? 0 : Math.round((bytes / limit) * 10_000) / 100,
    },
  }
}

function describeMissing(count: number) {
  if (count === 0) return ''
  return count === 1 ? '. One file is missing' : `. ${count} files are missing`
}

async function databaseStatus({ db, database_label }: Context): Promise<SystemStatus['database']> {
  const begun = performance.now()
  const { rows } = await sql<{ version: string; size: number }>`
    select current_setting('server_version') as version,
      pg_database_size(current_database()) as size`.execute(db)
  const milliseconds = Math.max(1, Math.round(performance.now() - begun))
  const { version, size } = rows[0]! // a select without from has one row
  const message = `PostgreSQL ${version}, ${formatBytes(size)}, answered in ${milliseconds} ms`
  return { status: 'connected', url: database_label, message }
}

export const backups: Handlers<typeof backupsContract> = {
  async list({ db, health_settings }) {
    const { interval, directory, bucket } = health_settings.backups
    const { problem, warning } = await backupHealth(db, health_settings)
    return { interval, place: bucket ?? directory, problem, warning, backups: await listBackups(db) }
  },

  create: (ctx) =>
    change(ctx, async (tx) => {
      await requireIdle(tx)
      // One that waits for another attempt would keep its time.
      await removeJob(tx, 'back-up')
      const payload = { requested_by: ctx.session.user.id }
      const job_id = await addJob(tx, 'back-up', payload, { key: 'back-up' })
      await audit(tx, ctx, 'backup.create', `job:${job_id}`)
      return { job_id }
    }),

  verify: (ctx, { id }) =>
    change(ctx, async (tx) => {
      const backup = tx.selectFrom('backups').select('file').where('id', '=', id)
      const { file } = await backup.executeTakeFirstOrThrow(() => notFound('Backup'))
      await requireIdle(tx)
      await removeJob(tx, 'verify-backup')
      const job_id = await addJob(tx, 'verify-backup', { backup_id: id }, { key: 'verify-backup' })
      await audit(tx, ctx, 'backup.verify', `backup:${id}`, { file })
      return { job_id }
    }),
}

async function listBackups(db: Db): Promise<Backup[]> {
  const rows = await db
    .selectFrom('backups')
    .select(['id', 'file', 'created_at', 'bytes', 'rows', 'objects', 'secrets'])
    .select(['verified_at', 'seconds', 'stories', 'versions', 'pictures', 'problem'])
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ verified_at: at, seconds, stories, versions, pictures, problem, ...backup }) => ({
    ...backup,
    proof: at === null ? null : { at, seconds, stories, versions, pictures, problem },
  }))
}

const JOBS: JobName[] = ['back-up', 'verify-backup']

/** @throws AppError while a backup is made, or about to be */
async function requireIdle(tx: Tx): Promise<void> {
  // Two requests at once would both find nothing.
  await sql`select pg_advisory_xact_lock(hashtext('nightdesk request of a backup'))`.execute(tx)
  const { rows } = await sql`
    select from graphile_worker.jobs
    where task_identifier = any (${JOBS})
      and (locked_at is not null or attempts = 0 and run_at <= now())`.execute(tx)
  if (rows.length > 0) throw conflict('A backup is being made or verified already.')
}

export const workers: Handlers<typeof workersContract> = {
  status: ({ db }) => workerStatus(db),

  triggerAnalytics: (ctx) =>
    change(ctx, async (tx) => {
      const payload = { requested_by: ctx.session.user.id }
      const job_id = await addJob(tx, 'analytics-summary', payload, { key: 'analytics-summary' })
      await audit(tx, ctx, 'job.trigger', `job:${job_id}`, { name: 'analytics-summary' })
      return { job_id }
    }),

  jobs: ({ db }) => jobHistory(db),

  retry: (ctx, { id }) =>
    change(ctx, async (tx) => {
      const { rows } = await sql<{ is_running: boolean; name: string }>`
        select locked_at is not null as is_running, task_identifier as name
        from graphile_worker.jobs where id = ${id}`.execute(tx)
      const [job] = rows
      if (!job) throw notFound('Job')
      if (job.is_running) throw conflict('This job is running already.')
      await sql`
        select graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at => now(), attempts => 0)`.execute(
        tx,
      )
      await audit(tx, ctx, 'job.retry', `job:${id}`, { name: job.name })
      return { job_id: String(id) }
    }),
}
