import { verifyBackup } from '@nightdesk/backup'
import type { Database, Db } from '@nightdesk/db'
import { type Selectable, sql } from 'kysely'
import type { Env } from '../env.ts'
import type { JobContext } from '../tasks.ts'
import { openPlace, type Place } from './place.ts'

type Verdict = Pick<
  Selectable<Database['backups']>,
  'seconds' | 'stories' | 'versions' | 'pictures' | 'problem'
>

/** Problems that are recorded; the log has all of them. */
const RECORDED = 5

/** Restores a backup on trial, and records the verdict. A backup that does not come back is a verdict too, not a failed job. */
export async function proveBackup({ db, settings, log, finish }: JobContext, id?: number): Promise<void> {
  const place = await openPlace(settings)
  const backup = await findBackup(db, place, id)
  if (!backup) return
  await using archive = await place.open(backup.file)
  const verdict = await judge(archive.path, settings, log)
  await finish((tx) =>
    tx
      .updateTable('backups')
      .set({ ...verdict, verified_at: sql<string>`now()` })
      .where('id', '=', backup.id)
      .execute(),
  )
  log.info({ file: backup.file, ...verdict }, 'Backup verified')
}

/**
 * Without an id, the newest one; those that a clock that was ahead has dated in the future are last.
 * @throws when only other machines have it, so that the job is tried again, and one of them may take it
 */
async function findBackup(db: Db, place: Place, id: number | undefined) {
  const newest = db
    .selectFrom('backups')
    .select(['id', 'file'])
    .orderBy(sql`created_at > now()`)
    .orderBy('created_at', 'desc')
  const recorded = await (id === undefined ? newest : newest.where('id', '=', id)).execute()
  const names = new Set(await place.names())
  const found = recorded.find(({ file }) => names.has(file))
  if (!found && recorded.length > 0) throw new Error('The backup to verify is not on this machine')
  return found
}

async function judge(path: string, settings: Env, log: JobContext['log']): Promise<Verdict> {
  const { BACKUP_PASSPHRASE: passphrase } = settings
  try {
    const found = await verifyBackup(path, { key: passphrase ? { passphrase } : null })
    const { problems, seconds, stories, versions, pictures } = found
    if (problems.length > 0) log.error({ problems }, 'A backup does not come back as it was')
    const problem = problems.length > 0 ? problems.slice(0, RECORDED).join(' ') : null
    return { seconds, stories, versions, pictures, problem }
  } catch (error) {
    log.error({ err: error }, 'A backup could not be restored')
    const problem = error instanceof Error ? error.message : String(error)
    return { seconds: null, stories: null, versions: null, pictures: null, problem }
  }
}
