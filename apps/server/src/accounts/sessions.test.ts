import { createHash } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { contract } from '@nightdesk/contracts'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { endpointsOf, splitRoute } from '../calls/endpoints.ts'
import { createTokens } from '../keys.ts'
import { as, bearer, createUser, db, dependencies, signIn, testApp } from '../testing.ts'

const app = await testApp()
const password = 'correct horse'
const admin = await createUser({ role: 'admin' })

const profileStatus = async (headers: Record<string, string>) =>
  (await app.inject({ url: '/admin/profile', headers })).statusCode

const sessionsOf = (user: { id: number }) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .execute()

test.each(['bearer', 'BEARER'])('a token is valid after %s, too', async (scheme) => {
  const { token } = await signIn(await createUser())

  expect(await profileStatus({ authorization: `${scheme} ${token}` })).toBe(200)
})

describe('a session ends', () => {
  test('when its user changes the password on another one', async () => {
    const user = await createUser({ password_hash: await dependencies.passwords.hash(password) })
    const [here, there] = [bearer(await signIn(user)), bearer(await signIn(user))]
    const payload = { current_password: password, new_password: 'battery staple' }

    await app.inject({ method: 'POST', url: '/admin/profile/password', headers: here, payload })

    expect([await profileStatus(here), await profileStatus(there)]).toEqual([200, 401])
  })

  test.each(['disabled', 'suspended', 'deleted'] as const)(
    'when its user is %s, for good',
    async (status) => {
      const user = await createUser()
      const headers = bearer(await signIn(user))

      await as(admin).users.setStatus({ id: user.id, status })

      expect(await profileStatus(headers)).toBe(401)
      await db.updateTable('users').set({ status: 'active' }).where('id', '=', user.id).execute()
      expect(await profileStatus(headers)).toBe(401)
    },
  )

  const FORM = 'multipart/form-data; boundary=edge'
  const FILE = 'content-disposition: form-data; name="file"; filename="a.zip"'

  test.each([
    ['text', '/admin/articles', 'application/json', '{"title":', '"The Lamp"}'],
    ['file', '/admin/imports', FORM, `--edge\r\n${FILE}\r\n\r\n`, 'PK\r\n--edge--\r\n'],
  ])('for a request whose %s is still coming', async (_what, url, type, beginning, rest) => {
    const user = await createUser({ role: 'admin' })
    const headers = { ...bearer(await signIn(user)), 'content-type': type }
    const session = db.updateTable('sessions').where('user_id', '=', user.id)
    await session.set({ last_seen_at: sql`now() - interval '5 minutes'` }).execute()
    const payload = new PassThrough()
    payload.write(beginning)
    const asked = app.inject({ method: 'POST', url, headers, payload })
    const status = asked.then(({ statusCode }) => statusCode)
    const unseen = async () => Date.now() - Date.parse((await sessionsOf(user))[0]?.last_seen_at ?? '')
    // Then it is known who asks.
    await expect.poll(unseen).toBeLessThan(60_000)

    await session.set({ revoked_at: sql`now()` }).execute()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 5_000)
    onTestFinished(() => clock.mockRestore())
    payload.end(rest)

    expect(await status).toBe(401)
  })

  test('when its user has more than 50: the one ends that was not used for longest, though others are older', async () => {
    const user = await createUser()
    const [writer, idle] = [bearer(await signIn(user)), bearer(await signIn(user))]
    for (let count = 0; count < 48; count++) await signIn(user)
    await db.updateTable('sessions').set({ last_seen_at: sql`now() - interval '2 minutes'` }).execute()
    expect([await profileStatus(writer), await profileStatus(idle)]).toEqual([200, 200])
    await db
      .updateTable('sessions')
      .set({ last_seen_at: sql`now() - interval '3 minutes'` })
      .where('number', '=', (await sessionsOf(user))[1]?.number ?? 0)
      .execute()

    await signIn(user)

    expect([await profileStatus(writer), await profileStatus(idle)]).toEqual([200, 401])
    expect(await sessionsOf(user)).toHaveLength(50)
  })

  test('and one that has signed out does not count', async () => {
    const user = await createUser()
    const writer = bearer(await signIn(user))
    for (let run = 0; run < 51; run++)
      await app.inject({ method: 'POST', url: '/admin/logout', headers: bearer(await signIn(user)) })

    expect(await profileStatus(writer)).toBe(200)
  })

  test('and the limit of 50 holds for concurrent sign-ins', async () => {
    const user = await createUser()
    for (let count = 0; count < 48; count++) await signIn(user)

    await Promise.all(Array.from({ length: 8 }, () => signIn(user)))

    expect(await sessionsOf(user)).toHaveLength(50)
  })
})

test('a new role is valid from the next request on', async () => {
  const user = await createUser({ role: 'admin' })
  const headers = bearer(await signIn(user))
  const before = await app.inject({ url: '/admin/users', headers })

  await as(admin).users.update({ id: user.id, role: 'author' })

  const after = await app.inject({ url: '/admin/users', headers })
  expect([before.statusCode, after.statusCode]).toEqual([200, 403])
})

describe('use of a session', () => {
  const reads = endpointsOf(contract).filter(
    ({ endpoint }) => /^GET \/admin(?!.*:)/.test(endpoint.route), // without ids
  )

  test.each(reads)('$endpoint.route counts unless it is polled in the background', async ({ endpoint }) => {
    const user = await createUser({ role: 'admin' })
    const headers = bearer(await signIn(user))
    const past = sql<string>`now() - interval '2 minutes'`
    await db.updateTable('sessions').set({ last_seen_at: past }).where('user_id', '=', user.id).execute()

    await app.inject({ url: splitRoute(endpoint).url, headers })

    const [session] = await sessionsOf(user)
    const isSeen = Date.now() - Date.parse(session?.last_seen_at ?? '') < 60_000
    expect(isSeen).toBe(!endpoint.background)
  })

  test('is recorded at most once a minute', async () => {
    const user = await createUser()
    const headers = bearer(await signIn(user))
    const [before] = await sessionsOf(user)

    await profileStatus(headers)

    expect(await sessionsOf(user)).toEqual([before])
  })
})

test('the database holds only a hash of the session id', async () => {
  const user = await createUser()
  const { token } = await signIn(user)
  const id = (await dependencies.tokens.read(token)) ?? ''

  const [session] = await sessionsOf(user)

  expect(session?.id).toEqual(createHash('sha256').update(id).digest())
})

describe('a token', () => {
  const claims = { user_id: 1, session: 'a session', expires_at: '2999-01-01T00:00:00.000Z' }
  const secret = new Uint8Array(32).fill(1)
  const tokens = createTokens({ current: secret, previous: null })

  test('names a session and says nothing else about its user', async () => {
    const token = await tokens.sign(claims)

    const [, payload = ''] = token.split('.')
    const keys = Object.keys(JSON.parse(Buffer.from(payload, 'base64url').toString()))
    expect(keys.sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub'])
    expect(await tokens.read(token)).toBe('a session')
  })

  test('of another key, changed, or expired is invalid', async () => {
    const token = await tokens.sign(claims)
    const foreign = await createTokens({ current: new Uint8Array(32).fill(2), previous: null }).sign(claims)
    const expired = await tokens.sign({ ...claims, expires_at: '2020-01-01T00:00:00.000Z' })
    const [head, , signature] = token.split('.')
    const changed = `${head}.${Buffer.from('{"sid":"x"}').toString('base64url')}.${signature}`

    const read = await Promise.all([foreign, expired, changed, '', 'x.y.z'].map(tokens.read))

    expect(read).toEqual([null, null, null, null, null])
  })

  test('of the previous key is valid while keys change, and new ones are signed with the new key', async () => {
    const next = new Uint8Array(32).fill(3)
    const changing = createTokens({ current: next, previous: secret })

    const read = [
      await changing.read(await tokens.sign(claims)),
      await changing.read(await changing.sign(claims)),
    ]
    const after = createTokens({ current: next, previous: null })

    expect(read).toEqual(['a session', 'a session'])
    expect(await tokens.read(await changing.sign(claims))).toBeNull()
    expect(await after.read(await tokens.sign(claims))).toBeNull()
  })
})
