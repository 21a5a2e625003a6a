import { issueToken } from '@nightdesk/db'
import { describe, expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { as, db, dependencies, testApp } from '../testing.ts'
import { createSetupToken, prepareFirstAdmin } from './setup.ts'

const app = await testApp()
const account = { username: 'ada@example.org', full_name: 'Ada', password: 'correct horse' }
const gone = { code: 'NOT_FOUND' }
const page = () => app.inject({ url: '/admin/setup', headers: { 'sec-fetch-dest': 'document' } })
const env = (values: Record<string, string> = {}) => readEnv({ DATABASE_URL: 'postgres://x', ...values })

// In this order: the first user cannot be removed again.
describe('while there are no users', () => {
  test('the page exists', async () => {
    expect((await page()).statusCode).toBe(200)
  })

  test.each(['/admin', '/admin/login', '/admin/dashboard'])('%s leads to it', async (url) => {
    const answer = await app.inject({ url, headers: { 'sec-fetch-dest': 'document' } })

    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/admin/setup'])
  })

  test('its address is in no referrer', async () => {
    expect((await page()).headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
  })

  test('valid and invalid links are distinguished', async () => {
    const token = (await createSetupToken(db)) ?? ''

    await expect(as(null).auth.readSetup({ token })).resolves.toBeUndefined()
    await expect(as(null).auth.readSetup({ token: 'guess' })).rejects.toMatchObject(gone)
  })

  test('a start prints a link', async () => {
    const notice = await prepareFirstAdmin(dependencies, env())

    expect(notice).toMatch(/http:\/\/127\.0\.0\.1:3000\/admin\/setup#[\w-]{43}$/)
  })

  test('a wrong token finds nothing', async () => {
    await createSetupToken(db)

    await expect(as(null).auth.setup({ ...account, token: 'guess' })).rejects.toMatchObject(gone)
  })

  test('a wrong token makes the server hash nothing', async () => {
    const passwords = { ...dependencies.passwords, hash: () => Promise.reject(new Error('hashed')) }
    const other = await testApp({ passwords })

    const payload = { ...account, token: 'guess' }
    const answer = await other.inject({ method: 'POST', url: '/admin/setup', payload })

    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('an expired token finds nothing', async () => {
    const token = (await createSetupToken(db)) ?? ''
    await db
      .updateTable('one_time_tokens')
      .set({ expires_at: new Date(0).toISOString() })
      .execute()

    await expect(as(null).auth.setup({ ...account, token })).rejects.toMatchObject(gone)
  })

  test.each([account.username.toUpperCase(), 'letmein', 'nightdesk'])(
    'the password %s is refused',
    async (password) => {
      const token = (await createSetupToken(db)) ?? ''
      const problem = { code: 'VALIDATION_FAILED', fields: [{ path: 'password' }] }

      const setup = as(null).auth.setup({ ...account, password, token })

      await expect(setup).rejects.toMatchObject(problem)
    },
  )

  test('of two concurrent claims, even with two links, one makes the admin', async () => {
    const tokens = [await createSetupToken(db), await createSetupToken(db)]

    const claims = await Promise.allSettled(
      tokens.map((token, index) =>
        as(null).auth.setup({ ...account, username: `${index}@example.org`, token: token ?? '' }),
      ),
    )

    const [won, lost] = claims.sort((a, b) => a.status.localeCompare(b.status))
    expect(won).toMatchObject({ value: { role: 'admin', token: expect.any(String) } })
    expect(lost).toMatchObject({ reason: gone })
    expect(await db.selectFrom('users').selectAll().execute()).toHaveLength(1)
  })
})

describe('once there is a user', () => {
  test('no token is made, and a start prints nothing', async () => {
    expect(await createSetupToken(db)).toBeNull()
    const values = { ADMIN_EMAIL: 'new@example.org', ADMIN_PASSWORD: 'correct horse' }
    expect(await prepareFirstAdmin(dependencies, env(values))).toBeNull()
  })

  test('an unused link no longer works', async () => {
    const { token } = await issueToken(db, 'setup', null)

    await expect(as(null).auth.readSetup({ token })).rejects.toMatchObject(gone)
  })

  test('nothing redirects to the page', async () => {
    const answer = await app.inject({ url: '/admin/login', headers: { 'sec-fetch-dest': 'document' } })

    expect(answer.statusCode).toBe(200)
  })

  test('the page is 404', async () => {
    expect((await page()).statusCode).toBe(404)
  })

  test('the call is 404 for any input, and hashes nothing for strangers', async () => {
    const passwords = { ...dependencies.passwords, hash: () => Promise.reject(new Error('hashed')) }
    const other = await testApp({ passwords })

    const payload = { ...account, password: account.username, token: 'guess' }
    const answer = await other.inject({ method: 'POST', url: '/admin/setup', payload })

    expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' })
  })
})
