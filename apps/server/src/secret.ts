import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SettingsError } from '@nightdesk/contracts/settings'

/**
 * The key that signs tokens: the given one, or one made on the first start and kept in the data directory.
 * @throws SettingsError when that one is damaged
 */
export async function signingSecret(given: string | undefined, directory: string): Promise<Uint8Array> {
  if (given) return new TextEncoder().encode(given)
  const path = join(directory, 'jwt.key')
  await mkdir(directory, { recursive: true })
  // Two processes may start at once: the one that writes second takes what the first wrote.
  await writeFile(path, randomBytes(48).toString('base64'), { mode: 0o600, flag: 'wx' }).catch(ignoreExisting)
  const secret = Buffer.from(await readFile(path, 'utf8'), 'base64')
  if (secret.length < 32)
    throw new SettingsError([`${path} is damaged: delete it to sign everybody out and make a new one`])
  return secret
}

function ignoreExisting(error: NodeJS.ErrnoException) {
  if (error.code !== 'EEXIST') throw error
}
