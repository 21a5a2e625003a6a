import { readFile } from 'node:fs/promises'
import { type Key, readManifest, SECRETS_FILE } from '@nightdesk/backup'
import { askPassword } from '../ask-password.ts'
import type { Env } from '../env.ts'

/**
 * What opens the secrets of a backup: an age identity in a file, or the passphrase of the settings or of a prompt.
 * @returns null when the backup has no secrets
 */
export async function keyFor(backup: string, env: Env, identity: string | undefined): Promise<Key | null> {
  const { files } = await readManifest(backup)
  if (!files.some(({ name }) => name === SECRETS_FILE)) return null
  if (identity) return { identity: identityIn(await readFile(identity, 'utf8')) }
  return { passphrase: env.BACKUP_PASSPHRASE ?? (await askPassword('Passphrase of the backup')) }
}

/** A file of `age-keygen` has comments around the identity. */
const identityIn = (text: string) =>
  text.split('\n').find((line) => line.startsWith('AGE-SECRET-KEY-')) ?? text.trim()
