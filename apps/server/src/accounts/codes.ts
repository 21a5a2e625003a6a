import { createHash, randomInt } from 'node:crypto'
import type { DbOrTx, Tx } from '@nightdesk/db'
import { Secret, TOTP } from 'otpauth'
import type { Context } from '../context.ts'

/** Seconds that a code is valid for. */
const PERIOD = 30
/** Steps before and after the current one, for clocks that differ. */
const WINDOW = 1

/** A new secret (160 bits), as text and as the address in a QR code. */
export function newTotp(issuer: string, label: string) {
  const totp = new TOTP({ issuer, label, period: PERIOD, secret: new Secret({ size: 20 }) })
  return { secret: totp.secret.base32, url: totp.toString() }
}

/** The step that a code belongs to; null when it is wrong. */
export function stepOf(secret: string, code: string, now: string): number | null {
  const timestamp = Date.parse(now)
  const totp = new TOTP({ period: PERIOD, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? null : TOTP.counter({ period: PERIOD, timestamp }) + delta
}

/** Stores the authenticator app of an account, which its first code has confirmed. @returns false when it has one */
export async function storeTotp(tx: Tx, ctx: Context, userId: number, secret: string, step: number) {
  const row = await tx
    .insertInto('totp_secrets')
    .values({ user_id: userId, secret: await ctx.encryption.encrypt(secret), last_step: step })
    .onConflict((on) => on.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a code is right and was not used before. Uses it up. */
export async function spendTotp(tx: Tx, ctx: Context, userId: number, code: string): Promise<boolean> {
  const row = await tx
    .selectFrom('totp_secrets')
    .where('user_id', '=', userId)
    .select('secret')
    .executeTakeFirst()
  const secret = row && (await ctx.encryption.decrypt(row.secret))
  const step = secret ? stepOf(secret, code, ctx.now()) : null
  if (step === null) return false
  const spent = await tx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return spent !== undefined
}

/** Encrypts again what was encrypted with the previous key, so that this key can be removed. */
export async function reencryptTotp({
  db,
  encryption,
}: Pick<Context, 'encryption'> & { db: DbOrTx }): Promise<void> {
  const rows = await db.selectFrom('totp_secrets').select(['user_id', 'secret']).execute()
  for (const { user_id, secret } of rows.filter((row) => encryption.isOutdated(row.secret))) {
    const text = await encryption.decrypt(secret)
    if (text === null) continue
    await db
      .updateTable('totp_secrets')
      .set({ secret: await encryption.encrypt(text) })
      .where('user_id', '=', user_id)
      .where('secret', '=', secret)
      .execute()
  }
}

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
  return characters.replace(/.{4}(?=.)/g, '$&-')
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
