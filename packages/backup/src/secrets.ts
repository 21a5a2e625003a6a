import { secretFingerprint } from '@nightdesk/db'
import { Decrypter, Encrypter } from 'age-encryption'
import { RestoreRefused } from './errors.ts'

/** The keys of a site, in base64, by their names: `jwt`, and those of the table `secrets`. */
export type Secrets = Record<string, string>

/** Who can open the secrets of a backup. */
export type Lock = { passphrase: string } | { recipient: string }
/** What opens them. */
export type Key = { passphrase: string } | { identity: string }

/** The logarithm of the rounds of scrypt. It takes 64 MB; the default of age takes 256 MB, more than a backup may. */
const SCRYPT_WORK = 16

export function sealSecrets(secrets: Secrets, lock: Lock): Promise<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(SCRYPT_WORK)
  if ('passphrase' in lock) encrypter.setPassphrase(lock.passphrase)
  else encrypter.addRecipient(lock.recipient)
  return encrypter.encrypt(JSON.stringify(secrets))
}

/** @throws RestoreRefused when the key is not the right one */
export async function openSecrets(sealed: Uint8Array, key: Key): Promise<Secrets> {
  const decrypter = new Decrypter()
  if ('passphrase' in key) decrypter.addPassphrase(key.passphrase)
  else decrypter.addIdentity(key.identity)
  try {
    return JSON.parse(await decrypter.decrypt(sealed, 'text'))
  } catch (cause) {
    const word = 'passphrase' in key ? 'passphrase' : 'identity'
    throw new RestoreRefused(`The secrets of the backup cannot be opened: the ${word} is not the right one`, {
      cause,
    })
  }
}

export const fingerprintsOf = (secrets: Secrets): Record<string, string> =>
  Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, secretFingerprint(name, value)]))
