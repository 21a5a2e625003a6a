import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '../env.ts'

/** The key that signs tokens, in base64: that of the settings, or the one that the server stored. Null before its first start. */
export async function signingSecret({ JWT_SECRET, DATA_DIR }: Env): Promise<string | null> {
  if (JWT_SECRET) return Buffer.from(JWT_SECRET).toString('base64')
  return readFile(join(DATA_DIR, 'jwt.key'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
}
