import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { secretFingerprint } from '@nightdesk/db'
import { ignoreMissing, replaceFile } from '@nightdesk/storage'
import { Decrypter, Encrypter } from 'age-encryption'
import type { Archive } from './archive.ts'
import { RestoreRefused, SECRETS_FILE } from './manifest.ts'

/** The keys of a site, in base64, by their names: `jwt`, and those of the table `secrets`. */
export type Secrets = Record<string, string>

/** What opens the secrets of a backup. */
export type Key = { passphrase: string } | { identity: string }

/** The logarithm of the rounds of scrypt. It takes 64 MB; the default of age takes 256 MB, more than a backup may. */
const SCRYPT_WORK = 16

/** @returns null where no setting says who can open them, which leaves them out of the backup */
export async function sealSecrets(
  secrets: Secrets,
  { BACKUP_PASSPHRASE, BACKUP_RECIPIENT }: SecretSettings,
): Promise<Uint8Array | null> {
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(SCRYPT_WORK)
  if (BACKUP_PASSPHRASE) encrypter.setPassphrase(BACKUP_PASSPHRASE)
  else if (BACKUP_RECIPIENT) encrypter.addRecipient(BACKUP_RECIPIENT)
  else return null
  return encrypter.encrypt(JSON.stringify(secrets))
}

/**
 * @returns null without a key, or when the archive has no secrets
 * @throws RestoreRefused when the key is not the right one
 */
export async function openSecrets(archive: Archive, key: Key | null): Promise<Secrets | null> {
  if (!key || !archive.has(SECRETS_FILE)) return null
  const sealed = await buffer(archive.read(SECRETS_FILE))
  const takesPassphrase = sealed.includes(PASSPHRASE_STANZA)
  try {
    const decrypter = new Decrypter()
    if ('passphrase' in key) decrypter.addPassphrase(key.passphrase)
    else decrypter.addIdentity(key.identity)
    return JSON.parse(await decrypter.decrypt(sealed, 'text'))
  } catch (cause) {
    const word = 'passphrase' in key ? 'passphrase' : 'identity'
    const other = takesPassphrase
      ? 'a passphrase opens them, no identity'
      : 'an age identity opens them, which --identity names'
    const reason = takesPassphrase === 'passphrase' in key ? `the ${word} is not the right one` : other
    throw new RestoreRefused(`The secrets of the backup cannot be opened: ${reason}`, { cause })
  }
}

/** In the header of a file that age has encrypted with a passphrase. */
const PASSPHRASE_STANZA = '\n-> scrypt '

export const fingerprintsOf = (secrets: Secrets): Record<string, string> =>
  Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, secretFingerprint(name, value)]))

/** The file with the key that signs tokens, in base64, where the server looks for it. */
export const SIGNING_KEY = 'jwt.key'

/** The settings of the same names. */
export interface SecretSettings {
  DATA_DIR: string
  JWT_SECRET?: string | undefined
  BACKUP_PASSPHRASE?: string | undefined
  BACKUP_RECIPIENT?: string | undefined
}

/** The key that signs tokens, in base64: that of the settings, or the one that the server stored. Null before its first start. */
export async function signingKey({ JWT_SECRET, DATA_DIR }: SecretSettings): Promise<string | null> {
  if (JWT_SECRET) return Buffer.from(JWT_SECRET).toString('base64')
  const text = await readFile(join(DATA_DIR, SIGNING_KEY), 'utf8').catch(ignoreMissing)
  // As the server reads it: an operator may have made it, with a line feed at its end.
  return text === undefined ? null : Buffer.from(text, 'base64').toString('base64')
}

/** Writes the key of the archive, if it has one. */
export async function writeSigningKey(directory: string, secrets: Secrets | null): Promise<void> {
  if (secrets?.jwt) await replaceFile(join(directory, SIGNING_KEY), secrets.jwt)
}
