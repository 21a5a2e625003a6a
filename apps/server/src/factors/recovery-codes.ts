import { createHash, randomInt } from 'node:crypto'
import type { Tx } from '@nightdesk/db'

const COUNT = 10
/** Characters of a code: 80 random bits, so that a plain hash is enough. */
const LENGTH = 16
/** Crockford’s base 32, without letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Makes new recovery codes for an account. The ones before stop working. @returns them; the database stores their hashes */
export async function renewRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, newCode)
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, hash: hashOf(userId, code) })))
    .execute()
  return codes
}

/** Whether a code is one of the account’s. Uses it up. */
export async function spendRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  const spent = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hashOf(userId, code))
    .returning('user_id')
    .executeTakeFirst()
  return spent !== undefined
}

function newCode(): string {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return characters.match(/.{4}/g)?.join('-') ?? characters
}

const hashOf = (userId: number, code: string) =>
  createHash('sha256')
    .update(`${userId} ${normalize(code)}`)
    .digest()

/** Ignores case and separators, and reads `o` as 0, `i` and `l` as 1. */
const normalize = (code: string) =>
  code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
