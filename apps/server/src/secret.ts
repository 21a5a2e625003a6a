import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SettingsError } from '@nightdesk/config'

export interface SigningSecrets {
  /** Signs tokens. */
  current: Uint8Array
  /** The previous key. While keys change, its tokens are valid until they expire. */
  previous: Uint8Array | null
}

interface Given {
  JWT_SECRET?: string | undefined
  JWT_SECRET_PREVIOUS?: string | undefined
  DATA_DIR: string
}

/**
 * The keys that sign tokens: the given ones, or one that is made at the first start and stored in the data directory as
 * `jwt.key`. An operator who renames it to `jwt.previous.key` makes it the previous key, and a new one is made.
 * @throws SettingsError when one of them is damaged
 */
export async function signingSecrets({
  JWT_SECRET,
  JWT_SECRET_PREVIOUS,
  DATA_DIR,
}: Given): Promise<SigningSecrets> {
  const previous = JWT_SECRET_PREVIOUS
    ? new TextEncoder().encode(JWT_SECRET_PREVIOUS)
    : await readKey(join(DATA_DIR, 'jwt.previous.key'))
  if (JWT_SECRET) return { current: new TextEncoder().encode(JWT_SECRET), previous }
  await mkdir(DATA_DIR, { recursive: true })
  const path = join(DATA_DIR, 'jwt.key')
  // Two processes may start at once: the second takes the key that the first wrote.
  await writeFile(path, randomBytes(48).toString('base64'), { mode: 0o600, flag: 'wx' }).catch(ignoreExisting)
  const current = await readKey(path)
  if (!current) throw new Error(`${path} was deleted`)
  return { current, previous }
}

/** Null when the file does not exist. */
async function readKey(path: string): Promise<Uint8Array | null> {
  const text = await readFile(path, 'utf8').catch(ignoreMissing)
  if (text === null) return null
  const secret = Buffer.from(text, 'base64')
  if (secret.length < 32)
    throw new SettingsError([`${path} is damaged: delete it to sign everybody out and make a new one`])
  return secret
}

/** A key for another purpose. It reveals nothing about the secret or other keys. */
export const deriveKey = (secret: Uint8Array, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `nightdesk ${purpose}`, 32)))

function ignoreExisting(error: NodeJS.ErrnoException) {
  if (error.code !== 'EEXIST') throw error
}

function ignoreMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
  return null
}
