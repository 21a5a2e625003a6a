import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { createEncryption } from '../keys.ts'
import { contextOf, createUser, db } from '../testing.ts'
import { newTotp, reencryptTotp, spendTotp, stepOf, storeTotp } from './codes.ts'

const [old, next] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]

// The 8-digit codes of RFC 6238, appendix B, cut to the six digits that apps show.
test.each([
  ['1970-01-01T00:00:59Z', '287082', 1],
  ['2005-03-18T01:58:29Z', '081804', 37_037_036],
  ['2033-05-18T03:33:20Z', '279037', 66_666_666],
])('the code at %s is the one of RFC 6238', (now, code, step) => {
  expect(stepOf('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', code, now)).toBe(step)
})

test('a secret has 160 bits, and its address names site and account', () => {
  const { secret, url } = newTotp('The Night Desk', 'ada@example.org')

  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(decodeURIComponent(url)).toContain('otpauth://totp/The Night Desk:ada@example.org')
})

test('a clock that jumps refuses codes for a while, and accepts none twice', async () => {
  const user = await createUser()
  const { secret } = newTotp('The Night Desk', 'ada@example.org')
  const noon = Date.parse('2026-11-22T12:00:00Z')
  const spend = (code_at: number, server_at: number) =>
    db.transaction().execute((tx) => {
      const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: noon + code_at })
      const now = () => new Date(noon + server_at).toISOString()
      return spendTotp(tx, contextOf(user, { now }), user.id, code)
    })
  await db.transaction().execute((tx) => storeTotp(tx, contextOf(user), user.id, secret, 0))

  expect(await spend(0, 0)).toBe(true)
  expect(await spend(MINUTE, HOUR)).toBe(false)
  expect(await spend(2 * MINUTE, -HOUR)).toBe(false)
  expect(await spend(0, 0)).toBe(false)
  expect(await spend(3 * MINUTE, 3 * MINUTE)).toBe(true)
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test('after a change of keys, stored secrets are encrypted with the new one', async () => {
  const { id } = await createUser()
  const before = createEncryption({ current: old, previous: null }, 'test')
  const values = { user_id: id, secret: await before.encrypt('ABC'), last_step: 0 }
  await db.insertInto('totp_secrets').values(values).execute()

  await reencryptTotp({ db, encryption: createEncryption({ current: next, previous: old }, 'test') })

  const { secret } = await db
    .selectFrom('totp_secrets')
    .select('secret')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(await createEncryption({ current: next, previous: null }, 'test').decrypt(secret)).toBe('ABC')
  expect(await before.decrypt(secret)).toBeNull()
})
