import { walDirectory } from '@nightdesk/config'
import type { Task } from '../task.ts'

// They load the code of backups only when they run: an idle worker saves its memory.

/** Writes a backup. */
export const backUp: Task<'back-up'> = async (ctx) => {
  const { makeBackup } = await import('../backups.ts')
  await makeBackup(ctx)
}

/** Archives the WAL of the embedded Postgres. */
export const archiveWal: Task<'archive-wal'> = async ({ database_url, settings, log }) => {
  // It runs every minute, and needs little of that code.
  const wal = await import('@nightdesk/backup/archive-wal')
  const report = await wal.archiveWal(database_url, walDirectory(settings))
  if (report?.base) log.info(report, 'Base backup written')
}

/** Restores a backup on trial; every week also the archive of WAL, before the trial of the backup ends the job. */
export const verifyBackup: Task<'verify-backup'> = async (ctx, { backup_id }) => {
  if (backup_id === undefined && ctx.settings.BACKUP_WAL === 'on') {
    const { verifyWal } = await import('@nightdesk/backup')
    const found = await verifyWal(ctx.database_url, walDirectory(ctx.settings))
    if (found?.problem) ctx.log.error(found, 'The archive of WAL does not come back')
    else if (found) ctx.log.info(found, 'Archive of WAL verified')
  }
  const { verifyRecorded } = await import('../backups.ts')
  await verifyRecorded(ctx, backup_id)
}
