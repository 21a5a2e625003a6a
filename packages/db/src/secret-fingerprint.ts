import { createHash } from 'node:crypto'
import type { Db } from './client.ts'

/**
 * Eight hex digits tell keys apart, and are too few to find a key by guessing.
 * @param value in base64
 */
export const secretFingerprint = (name: string, value: string): string =>
  createHash('sha256').update(`nightdesk fingerprint ${name} ${value}`).digest('hex').slice(0, 8)

/** Records which key signs tokens, so that a restored site can be told from one with another key. */
export async function recordSigningKey(db: Db, key: Uint8Array): Promise<void> {
  const fingerprint = secretFingerprint('jwt', Buffer.from(key).toString('base64'))
  await db
    .updateTable('installation')
    .set({ signing_key_fingerprint: fingerprint })
    .where('signing_key_fingerprint', 'is distinct from', fingerprint)
    .execute()
}
