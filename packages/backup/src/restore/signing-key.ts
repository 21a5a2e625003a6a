import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Secrets } from '../secrets.ts'

/** The file with the key that signs tokens, in base64, where the server looks for it. */
export const SIGNING_KEY = 'jwt.key'

/** Writes the key of the archive, if it has one. */
export async function writeSigningKey(directory: string, secrets: Secrets | null): Promise<void> {
  if (!secrets?.jwt) return
  const path = join(directory, SIGNING_KEY)
  const partial = `${path}.partial`
  await using file = await open(partial, 'w', 0o600)
  await file.writeFile(secrets.jwt)
  await file.sync()
  await rename(partial, path)
}
