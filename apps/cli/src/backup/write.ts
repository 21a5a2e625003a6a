import {
  listArchives,
  lockOf,
  PRODUCT,
  signingSecret,
  type WrittenBackup,
  writeBackup,
} from '@nightdesk/backup'
import { openStore } from '@nightdesk/storage'
import type { Env } from '../env.ts'
import { withProgressBar } from '../progress-bar.ts'

/** Writes a backup of the site into a directory. @param url of the runtime role, without a pooler */
export async function writeBackupOf(env: Env, url: string, directory: string): Promise<WrittenBackup> {
  const [previous] = await listArchives(directory)
  const source = {
    url,
    storage: await openStore(env),
    product: PRODUCT,
    jwt_secret: await signingSecret(env),
  }
  return withProgressBar('tables and files', (onProgress) =>
    writeBackup(source, { directory, lock: lockOf(env), previous, onProgress }),
  )
}
