import { AppError, type Backup, type backups as contract, type JobName, notFound } from '@nightdesk/contracts'
import { addJob, type Db, removeJob, type Tx } from '@nightdesk/db'
import { backupHealth } from '@nightdesk/doctor'
import { sql } from 'kysely'
import { audit } from '../audit-log/write-line.ts'
import type { Handlers } from '../calls/handlers.ts'
import { commitAnswer } from '../transactions/commit-answer.ts'

export const backups: Handlers<typeof contract> = {
  async list({ db, health_settings }) {
    const { interval, directory, bucket } = health_settings.backups
    const { problem, warning } = await backupHealth(db, health_settings)
    return { interval, place: bucket ?? directory, problem, warning, backups: await listBackups(db) }
  },

  create: (ctx) =>
    commitAnswer(ctx, async (tx) => {
      await requireIdle(tx)
      // One that waits for another attempt would keep its time.
      await removeJob(tx, 'back-up')
      const payload = { requested_by: ctx.session.user.id }
      const job_id = await addJob(tx, 'back-up', payload, { key: 'back-up' })
      await audit(tx, ctx, 'backup.create', `job:${job_id}`, {})
      return { job_id }
    }),

  verify: (ctx, { id }) =>
    commitAnswer(ctx, async (tx) => {
      const backup = await tx.selectFrom('backups').select('file').where('id', '=', id).executeTakeFirst()
      if (!backup) throw notFound('Backup')
      await requireIdle(tx)
      await removeJob(tx, 'verify-backup')
      const job_id = await addJob(tx, 'verify-backup', { backup_id: id }, { key: 'verify-backup' })
      await audit(tx, ctx, 'backup.verify', `backup:${id}`, { file: backup.file })
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
    where task_identifier = any (${JOBS}) and (locked_at is not null or attempts = 0 and run_at <= now())`.execute(
    tx,
  )
  if (rows.length > 0) throw new AppError('CONFLICT', 'A backup is being made or verified already.')
}
