import { createSecretKey, hkdfSync, type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
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
  const current = (await readKey(path)) ?? (await makeKey(path))
  return { current, previous }
}

/**
 * The key appears under its name when it is whole. Of processes that start at once, one sets it, and the others read it: a
 * link, unlike a rename, never replaces a file.
 */
async function makeKey(path: string): Promise<Uint8Array> {
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, randomBytes(48).toString('base64'), { mode: 0o600, flag: 'wx', flush: true })
    await link(draft, path).catch(ignoreExisting)
  } finally {
    await rm(draft, { force: true })
  }
  const key = await readKey(path)
  if (!key) throw new Error(`${path} was deleted`)
  return key
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
