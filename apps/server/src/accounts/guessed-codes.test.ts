import type { AppError } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { db, dependencies } from '../testing.ts'
import { codeOf, from, login, withTotp } from './testing.ts'

const code = (promise: Promise<unknown>) =>
  promise.then(() => 'let in').catch((error: AppError) => error.code)

test('guessing is limited like passwords, by the same counters; right ones do not count', async () => {
  const { user, recovery_codes } = await withTotp()
  const caller = from(null, { ip_prefix: '203.0.113.9' })
  const network = { ip_prefix: '203.0.113.9' }
  for (let count = 0; count < 5; count++)
    await code(caller.auth.login({ username: user.username, password: 'wrong horse' }))
  const { attempt } = await login(user, network)
  const tries = []
  for (let count = 0; count < 6; count++)
    tries.push(await code(caller.auth.loginWithTotp({ attempt, code: '000000' })))

  const right = { attempt, recovery_code: recovery_codes[0] ?? '' }
  const limited = await code(caller.auth.loginWithRecoveryCode(right))
  const elsewhere = await code(from().auth.loginWithRecoveryCode(right))

  expect(tries).toEqual([...Array(5).fill('INVALID_CREDENTIALS'), 'TOO_MANY_REQUESTS'])
  expect([limited, elsewhere]).toEqual(['TOO_MANY_REQUESTS', 'let in'])
})

test('guessing from many networks ends after fifty codes a day', async () => {
  const { user, secret } = await withTotp()
  const { attempt } = await login(user)
  const codes = new Set<string>()
  for (let count = 0; count < 51; count++) {
    codes.add(await code(from().auth.loginWithTotp({ attempt, code: '000000' })))
    // Other limits, of a quarter of an hour, begin again.
    await db.deleteFrom('rate_limits').where('key', 'not like', 'totp:%').execute()
  }

  const right = await code(from().auth.loginWithTotp({ attempt, code: codeOf(secret, dependencies.now, 1) }))

  expect([...codes, right]).toEqual(['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
})

test('a guess leaves a line of the failed account', async () => {
  const { user } = await withTotp()
  const { attempt } = await login(user)
  await code(from().auth.loginWithTotp({ attempt, code: '000000' }))

  const line = await db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

  expect(line).toMatchObject({
    action: 'login.failed',
    detail: { by: 'totp', account: expect.any(String) },
  })
})
