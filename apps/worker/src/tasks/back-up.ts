import type { Task } from '../tasks.ts'

/** Writes a backup. Loads the code of backups only then: an idle worker saves its memory. */
export const backUp: Task<'back-up'> = async (ctx) => {
  const { makeBackup } = await import('../backups/make-backup.ts')
  await makeBackup(ctx)
}
