import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreMissing } from '@nightdesk/storage'
import type { Lock } from './secrets.ts'

/** The settings of the same names. */
export interface SecretSettings {
  DATA_DIR: string
  JWT_SECRET?: string | undefined
  BACKUP_PASSPHRASE?: string | undefined
  BACKUP_RECIPIENT?: string | undefined
}

/** Who can open the secrets of a backup; null leaves them out. */
export function lockOf({ BACKUP_PASSPHRASE, BACKUP_RECIPIENT }: SecretSettings): Lock | null {
  if (BACKUP_PASSPHRASE) return { passphrase: BACKUP_PASSPHRASE }
  return BACKUP_RECIPIENT ? { recipient: BACKUP_RECIPIENT } : null
}

/** The key that signs tokens, in base64: that of the settings, or the one that the server stored. Null before its first start. */
export async function signingSecret({ JWT_SECRET, DATA_DIR }: SecretSettings): Promise<string | null> {
  if (JWT_SECRET) return Buffer.from(JWT_SECRET).toString('base64')
  return (await readFile(join(DATA_DIR, 'jwt.key'), 'utf8').catch(ignoreMissing)) ?? null
}
