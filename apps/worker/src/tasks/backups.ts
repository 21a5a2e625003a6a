import type { Task } from '../tasks.ts'

// Both load the code of backups only when they run: an idle worker saves its memory.

/** Writes a backup. */
export const backUp: Task<'back-up'> = async (ctx) => {
  const { makeBackup } = await import('../backups/make-backup.ts')
  await makeBackup(ctx)
}

/** Restores a backup on trial. */
export const verifyBackup: Task<'verify-backup'> = async (ctx, { backup_id }) => {
  const { proveBackup } = await import('../backups/prove-backup.ts')
  await proveBackup(ctx, backup_id)
}
