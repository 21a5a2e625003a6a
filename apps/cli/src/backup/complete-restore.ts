import { existsSync } from 'node:fs'
import { swapPlanOf } from '@nightdesk/backup/unfinished'

/** Completes a restore that was killed while it moved the data into place. Loads the code of backups only then. */
export async function completeRestore(data_dir: string): Promise<void> {
  if (!existsSync(swapPlanOf(data_dir))) return
  const backup = await import('@nightdesk/backup')
  await backup.completeRestore(data_dir)
}
