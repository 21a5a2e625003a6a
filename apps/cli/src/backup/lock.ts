import { join } from 'node:path'
import type { Lock } from '@nightdesk/backup'
import type { Env } from '../env.ts'

/** Who can open the secrets of a backup; null leaves them out. */
export function lockOf({ BACKUP_PASSPHRASE, BACKUP_RECIPIENT }: Env): Lock | null {
  if (BACKUP_PASSPHRASE) return { passphrase: BACKUP_PASSPHRASE }
  return BACKUP_RECIPIENT ? { recipient: BACKUP_RECIPIENT } : null
}

export const backupDirectory = ({ BACKUP_DIR, DATA_DIR }: Env): string =>
  BACKUP_DIR ?? join(DATA_DIR, 'backups')
