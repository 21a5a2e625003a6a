import { unavailable } from '@nightdesk/contracts'
import { hash } from 'argon2'
import { describe, expect, test } from 'vitest'
import { as, contextOf, createCaller, createUser, db, dependencies, testApp } from '../testing.ts'
import { createPasswords } from './passwords.ts'

const password = 'correct horse'
const password_hash = await dependencies.passwords.hash(password)
const refused = { code: 'INVALID_CREDENTIALS', message: 'Invalid username or password' }

/** Signs in, by default from a new network. */
let networks = 0
const from = (ip_prefix = `198.51.100.${networks++}`) => createCaller(contextOf(null, { ip_prefix })).auth

describe('signing in', () => {
  test('gives a token and the profile', async () => {
    const { username } = await createUser({ password_hash, role: 'author' })

    const signedIn = await from().login({ username, password })

    expect(signedIn).toMatchObject({ username, full_name: 'Ada', role: 'author', token: expect.any(String) })
    const days = (Date.parse(signedIn.expires_at) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(30, 1)
  })

  test('is not locked by attempts that an overloaded server did not check', async () => {
    const { username } = await createUser({ password_hash })
    const [ip_prefix, passwords] = ['198.51.100.250', { ...dependencies.passwords }]
    const busy = createCaller(
      contextOf(null, {
        ip_prefix,
        passwords: { ...passwords, verify: () => Promise.reject(unavailable(2)) },
      }),
    )
    for (let attempt = 0; attempt < 11; attempt++)
      await expect(busy.auth.login({ username, password })).rejects.toMatchObject({ code: 'UNAVAILABLE' })

    expect(await from(ip_prefix).login({ username, password })).toMatchObject({ username })
  })

  test('records the time', async () => {
    const { id, username } = await createUser({ password_hash })

    await from().login({ username, password })

    const admin = await createUser({ role: 'admin' })
    const row = (await as(admin).users.list({})).find((user) => user.id === id)
    expect(Date.now() - Date.parse(row?.last_logged_in ?? '')).toBeLessThan(60_000)
  })

  test.each(['ADA.Lovelace@Example.org', 'ΣΊΣΥΦΟΣ@example.org', 'İpek@example.org'])(
    'accepts %s as it was given',
    async (username) => {
      await createUser({ username, password_hash })

      expect(await from().login({ username, password })).toMatchObject({ username })
    },
  )

  test.each(['disabled', 'suspended', 'deleted'] as const)(
    'answers a %s account, an unknown one and a wrong password the same way',
    async (status) => {
      const { username } = await createUser({ status, password_hash })
      const active = await createUser({ password_hash })

      await expect(from().login({ username, password })).rejects.toMatchObject(refused)
      await expect(from().login({ username: 'nobody@example.org', password })).rejects.toMatchObject(refused)
      const wrong = { username: active.username, password: 'wrong horse' }
      await expect(from().login(wrong)).rejects.toMatchObject(refused)
    },
  )

  test('is refused to an account without a password', async () => {
    const { username } = await createUser()

    await expect(from().login({ username, password })).rejects.toMatchObject(refused)
  })

  test('makes a weak hash strong, when the server has time for it', async () => {
    const weak = await hash(password, { memoryCost: 19_456, timeCost: 2 })
    const { id, username } = await createUser({ password_hash: weak })
    const passwords = createPasswords(dependencies.shedding)
    const busy = { ...passwords, hash: () => Promise.reject(unavailable(2)) }

    for (const ctx of [{ passwords: busy }, { passwords }])
      await createCaller(contextOf(null, ctx)).auth.login({ username, password })
    await dependencies.background.settled()

    const user = db.selectFrom('users').where('id', '=', id).select('password_hash')
    expect((await user.executeTakeFirstOrThrow()).password_hash).toContain('m=65536')
  })
})

describe('while a password is checked', () => {
  /** A slow check, and a change on another server meanwhile. */
  const during = (happens: () => Promise<unknown>) => {
    const verify = async (hash: string | null, tried: string) => {
      const isRight = await dependencies.passwords.verify(hash, tried)
      await happens()
      return isRight
    }
    return createCaller(contextOf(null, { passwords: { ...dependencies.passwords, verify } })).auth
  }

  test.each([
    ['is changed, the old one', { password_hash: 'another' }],
    ['loses its account, it', { status: 'disabled' }],
  ] as const)('a change that %s refuses the sign-in', async (_what, change) => {
    const { id, username } = await createUser({ password_hash })
    const { login } = during(() => db.updateTable('users').set(change).where('id', '=', id).execute())

    await expect(login({ username, password })).rejects.toMatchObject(refused)

    expect(await db.selectFrom('sessions').where('user_id', '=', id).selectAll().execute()).toEqual([])
  })

  test('an unknown account takes a check too, so that the time reveals nothing', async () => {
    const { username } = await createUser({ status: 'disabled', password_hash })
    let checks = 0
    const { login } = during(async () => checks++)

    await expect(login({ username: 'nobody@example.org', password })).rejects.toMatchObject(refused)
    await expect(login({ username, password })).rejects.toMatchObject(refused)

    expect(checks).toBe(2)
  })
})

describe('guessing', () => {
  const attempt = (username: string, tried: string) =>
    from('203.0.113.1')
      .login({ username, password: tried })
      .then(() => 'let in')
      .catch(({ code }) => code)

  test('is limited to ten wrong passwords for one account from one network; right ones do not count', async () => {
    const { username } = await createUser({ password_hash })
    const { username: other } = await createUser({ password_hash })
    for (let count = 0; count < 9; count++) await attempt(username, 'wrong horse')

    const rights = [await attempt(username, password), await attempt(username, password)]
    const tenth = await attempt(username, 'wrong horse')
    const after = await attempt(username.toUpperCase(), password)

    expect([...rights, tenth, after]).toEqual([
      'let in',
      'let in',
      'INVALID_CREDENTIALS',
      'TOO_MANY_REQUESTS',
    ])
    expect(await from('203.0.113.2').login({ username, password })).toMatchObject({ username })
    expect(await attempt(other, password)).toBe('let in')
  })

  test.each(['/admin/login', '/trpc/auth.login'])('%s answers 429 and the time to wait', async (url) => {
    const { username } = await createUser({ password_hash })
    const app = await testApp()
    const payload = { username, password: 'wrong horse' }
    const inject = () => app.inject({ method: 'POST', url, payload })
    await inject()
    await db.updateTable('rate_limits').set({ count: 1000 }).execute()

    const answer = await inject()

    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(14 * 60)
    await db.deleteFrom('rate_limits').execute()
  })
})
