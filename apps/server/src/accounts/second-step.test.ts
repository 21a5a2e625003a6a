import { describe, expect, test } from 'vitest'
import { db, dependencies } from '../testing.ts'
import { codeOf, from, login, withPasskey, withTotp } from './testing.ts'

const wrongCode = {
  code: 'INVALID_CREDENTIALS',
  message: expect.stringContaining('wrong, or was used before'),
}
const gone = { code: 'NOT_FOUND', message: 'This sign-in has expired. Please begin again.' }

/** A clock of the server that stands still, seconds ahead of now: a code is made and used within one step. */
function later(seconds: number) {
  const time = new Date(Date.now() + seconds * 1000).toISOString()
  return () => time
}

describe('a sign-in with a second factor', () => {
  test('gives no session for the password alone, and names the ways on', async () => {
    const { user } = await withTotp()

    const signingIn = from().auth.login({ username: user.username, password: 'correct horse' })

    await expect(signingIn).rejects.toMatchObject({
      code: 'SECOND_FACTOR_REQUIRED',
      sign_in: { attempt: expect.any(String), methods: ['totp', 'recovery_code'] },
    })
    expect(await db.selectFrom('sessions').where('user_id', '=', user.id).selectAll().execute()).toEqual([])
  })

  test('refuses a wrong password as before', async () => {
    const { user } = await withTotp()

    const signingIn = from().auth.login({ username: user.username, password: 'wrong horse' })

    await expect(signingIn).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS', sign_in: undefined })
  })

  test.each([-1, 0, 1])('is completed by the code of step %i, which works once', async (steps) => {
    const { user, secret } = await withTotp()
    const now = later(300)
    const code = codeOf(secret, now, steps)

    const { attempt } = await login(user)
    const signedIn = await from(null, { now }).auth.loginWithTotp({ attempt, code })
    const again = from(null, { now }).auth.loginWithTotp({ attempt: (await login(user)).attempt, code })

    expect(signedIn).toMatchObject({ username: user.username, token: expect.any(String) })
    await expect(again).rejects.toMatchObject(wrongCode)
  })

  test.each([-2, 2])('refuses the code of step %i', async (steps) => {
    const { user, secret } = await withTotp()
    const now = later(300)
    const { attempt } = await login(user)

    const signingIn = from(null, { now }).auth.loginWithTotp({ attempt, code: codeOf(secret, now, steps) })

    await expect(signingIn).rejects.toMatchObject(wrongCode)
  })

  test('refuses the code with which the app was added', async () => {
    const { user, code } = await withTotp()
    const { attempt } = await login(user)

    await expect(from().auth.loginWithTotp({ attempt, code })).rejects.toMatchObject(wrongCode)
  })

  test('is completed by a recovery code in any spelling, which works once', async () => {
    const { user, recovery_codes } = await withTotp()
    const [code = ''] = recovery_codes
    const typed = code.replaceAll('-', ' ').toUpperCase()
    expect(recovery_codes).toHaveLength(10)

    const { attempt } = await login(user)
    const signedIn = await from().auth.loginWithRecoveryCode({ attempt, recovery_code: typed })
    const next = await login(user)
    const again = from().auth.loginWithRecoveryCode({ attempt: next.attempt, recovery_code: code })

    expect(signedIn).toMatchObject({ username: user.username })
    await expect(again).rejects.toMatchObject(wrongCode)
  })

  test('is completed by a passkey of the account', async () => {
    const { user, passkey } = await withPasskey()
    const { attempt, methods } = await login(user)
    const { options } = await from().auth.passkeyOptions({ attempt })

    const signedIn = await from().auth.loginWithPasskey({ attempt, passkey: passkey.get(options) })

    expect(methods).toEqual(['passkey', 'recovery_code'])
    expect(options.allowCredentials).toHaveLength(1)
    expect(signedIn).toMatchObject({ username: user.username })
  })

  test('is not completed by a passkey of somebody else', async () => {
    const [{ user }, { passkey }] = [await withTotp(), await withPasskey()]
    const { attempt } = await login(user)
    const { options } = await from().auth.passkeyOptions({ attempt })

    const signingIn = from().auth.loginWithPasskey({ attempt, passkey: passkey.get(options) })

    await expect(signingIn).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
  })

  test('without https, a passkey is not offered, and still protects the account', async () => {
    const { user } = await withPasskey()

    const { methods } = await login(user, { site: dependencies.site })

    expect(methods).toEqual(['recovery_code'])
  })
})

describe('an attempt', () => {
  test('works once, and a recovery code that comes too late is not lost', async () => {
    const { user, recovery_codes } = await withTotp()
    const [first = '', second = ''] = recovery_codes
    const { attempt } = await login(user)
    await from().auth.loginWithRecoveryCode({ attempt, recovery_code: first })

    const again = from().auth.loginWithRecoveryCode({ attempt, recovery_code: second })

    await expect(again).rejects.toMatchObject(gone)
    const { attempt: next } = await login(user)
    expect(await from().auth.loginWithRecoveryCode({ attempt: next, recovery_code: second })).toBeDefined()
  })

  test('is void when the password changes', async () => {
    const { user, secret } = await withTotp()
    const { attempt } = await login(user)
    await from(user).profile.changePassword({
      current_password: 'correct horse',
      new_password: 'battery staple',
    })

    await expect(from().auth.loginWithTotp({ attempt, code: codeOf(secret) })).rejects.toMatchObject(gone)
  })

  test('is void after ten minutes', async () => {
    const { user, secret } = await withTotp()
    const { attempt } = await login(user, { now: later(-11 * 60) })

    await expect(from().auth.loginWithTotp({ attempt, code: codeOf(secret) })).rejects.toMatchObject(gone)
  })

  test.each(['passkey-sign-in', 'confirmation', 'new-totp'] as const)(
    'to %s does not complete a sign-in',
    async (purpose) => {
      const { user, secret } = await withTotp()
      const { updated_at } = await db
        .selectFrom('users')
        .where('id', '=', user.id)
        .select('updated_at')
        .executeTakeFirstOrThrow()
      const own = { purpose, user_id: user.id, state: updated_at }
      const { token } = await dependencies.challenges.issue(own, dependencies.now())

      const signingIn = from().auth.loginWithTotp({ attempt: token, code: codeOf(secret) })

      await expect(signingIn).rejects.toMatchObject(gone)
    },
  )

  test('is no bearer token', async () => {
    const { user } = await withTotp()
    const { attempt } = await login(user)

    expect(await dependencies.tokens.read(attempt)).toBeNull()
  })
})
