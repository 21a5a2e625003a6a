import { createHash } from 'node:crypto'
import { contract, isQuery, MAX_KEYS } from '@nightdesk/contracts'
import { issueToken, setPassword } from '@nightdesk/db'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpointsOf, REST_ONLY, splitRoute } from '../calls/endpoints.ts'
import type { CurrentUser } from '../context.ts'
import { fillUrl, rightInputs } from '../inputs/testing.ts'
import {
  as,
  bearer,
  contextOf,
  createUser,
  db,
  dependencies,
  signIn,
  testApp,
  untilWaiting,
} from '../testing.ts'
import { openSession } from './sessions.ts'
import { addTotp, password } from './testing.ts'

const app = await testApp()
const other = await testApp()
const rows = endpointsOf(contract)

const make = (user: CurrentUser, scope: 'read' | 'write' = 'write') =>
  as(user).keys.create({ name: 'Newsletter', scope })
const profile = (headers: object, server = app) =>
  server.inject({ url: '/admin/profile', headers: { ...headers } })
const statusOn = async (headers: object) => [
  (await profile(headers)).statusCode,
  (await profile(headers, other)).statusCode,
]

let admin: CurrentUser
let inputs: Awaited<ReturnType<typeof rightInputs>>
beforeAll(async () => {
  admin = await createUser({ role: 'admin' })
  inputs = await rightInputs()
})

/** The statuses of REST and tRPC. */
async function callBoth({ path, endpoint }: (typeof rows)[number], headers: Record<string, string>) {
  const { method, url } = splitRoute(endpoint)
  const input = { id: 999_999_999, ...inputs[path] }
  const payload = isQuery(endpoint) ? undefined : input
  const query = isQuery(endpoint) ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
  const viaRest = await app.inject({
    method,
    url: fillUrl(url, input).replace(/:\w+/g, '999999999'),
    headers,
    payload,
  })
  const viaTrpc = await app.inject({
    method: isQuery(endpoint) ? 'GET' : 'POST',
    url: `/trpc/${path}${query}`,
    headers,
    payload,
  })
  return [viaRest.statusCode, viaTrpc.statusCode]
}

describe('of the contract', () => {
  let read: Record<string, string>
  let write: Record<string, string>
  beforeAll(async () => {
    read = bearer(await make(admin, 'read'))
    write = bearer(await make(admin))
  })

  test.each(rows.filter(({ endpoint }) => !isQuery(endpoint)))(
    '$endpoint.route refuses a key that only reads',
    async (row) => {
      expect(await callBoth(row, read)).toEqual([403, 403])
    },
  )

  test.each(REST_ONLY.filter(({ endpoint }) => endpoint.access !== 'public'))(
    '$endpoint.route refuses a key that only reads, before it takes the file',
    async ({ endpoint }) => {
      const answer = await app.inject({ ...splitRoute(endpoint), headers: read })

      expect(answer.json()).toMatchObject({ code: 'FORBIDDEN', error: expect.stringContaining('only reads') })
    },
  )

  const ofPeople = ['users', 'auth', 'secondFactors', 'keys', 'backups', 'audit']
  const isOfPeople = ({ feature, path, endpoint }: (typeof rows)[number]) =>
    ofPeople.includes(feature) ||
    (feature === 'profile' && path !== 'profile.get') ||
    endpoint.needsConfirmation === true

  test.each(rows.filter(isOfPeople))('$endpoint.route refuses every key', async (row) => {
    expect([...(await callBoth(row, write)), ...(await callBoth(row, read))]).toEqual([403, 403, 403, 403])
  })

  test.each(rows.filter((row) => !isOfPeople(row)))(
    '$endpoint.route takes a key that writes, and one that reads if it is a read',
    async (row) => {
      const { endpoint } = row
      const answers = [
        ...(await callBoth(row, write)),
        ...(isQuery(endpoint) ? await callBoth(row, read) : []),
      ]

      for (const status of answers) expect([200, 201, 202, 204, 404, 409, 422]).toContain(status)
    },
  )

  test('a key reaches what the role of its owner does, and no more', async () => {
    const key = bearer(await make(await createUser({ role: 'author' })))
    const tooHigh = rows.filter(({ endpoint: { access } }) => access === 'admin' || access === 'editor')

    for (const row of tooHigh) expect.soft(await callBoth(row, key), row.path).toEqual([403, 403])
  })
})

describe('a key', () => {
  let owner: CurrentUser
  let made: Awaited<ReturnType<typeof make>>
  beforeEach(async () => {
    owner = await createUser({ role: 'admin' })
    made = await make(owner)
  })

  test('works for an account with a one-time code, which it is not asked for', async () => {
    await addTotp(owner)

    expect((await profile(bearer(made))).json()).toMatchObject({ username: owner.username })
  })

  test('does not get around a second factor that the role needs', async () => {
    await db.insertInto('second_factor_roles').values({ role: 'admin' }).execute()
    const answer = await app.inject({ url: '/admin/articles', headers: bearer(made) })
    await db.deleteFrom('second_factor_roles').execute()

    expect(answer.json()).toMatchObject({ code: 'ENROLMENT_REQUIRED' })
  })

  test('ends on every server when it is revoked, and the other keys stay', async () => {
    const kept = await make(owner)
    expect(await statusOn(bearer(made))).toEqual([200, 200])

    await as(owner).keys.revoke({ id: made.id })

    expect(await statusOn(bearer(made))).toEqual([401, 401])
    expect(await statusOn(bearer(kept))).toEqual([200, 200])
  })

  test('cannot be revoked by somebody else', async () => {
    await expect(as(admin).keys.revoke({ id: made.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })

    expect(await statusOn(bearer(made))).toEqual([200, 200])
  })

  test.each(['disabled', 'suspended', 'deleted'] as const)(
    'ends on every server when its owner is %s, for good',
    async (status) => {
      await as(admin).users.setStatus({ id: owner.id, status })

      expect(await statusOn(bearer(made))).toEqual([401, 401])
      await db.updateTable('users').set({ status: 'active' }).where('id', '=', owner.id).execute()
      expect(await statusOn(bearer(made))).toEqual([401, 401])
    },
  )

  test('is refused while its owner is disabled by other means', async () => {
    await db.updateTable('users').set({ status: 'disabled' }).where('id', '=', owner.id).execute()

    expect(await statusOn(bearer(made))).toEqual([401, 401])
  })

  test('ends at its end, which is in the future when it is made', async () => {
    const past = { name: 'A', scope: 'read', expires_at: '2020-01-01T00:00:00Z' } as const
    await expect(as(owner).keys.create(past)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [{ path: 'expires_at', message: 'The end must be in the future.' }],
    })
    const { id, token } = await as(owner).keys.create({ ...past, expires_at: '2199-01-01T00:00:00+03:00' })
    expect(await statusOn(bearer({ token }))).toEqual([200, 200])

    await db.updateTable('api_keys').set({ expires_at: sql`now()` }).where('id', '=', id).execute()

    expect(await statusOn(bearer({ token }))).toEqual([401, 401])
  })

  test('has a prefix and a checksum, and a wrong one is refused before the database is asked', async () => {
    expect(made.token).toMatch(/^nd_[\da-f]{48}$/)
    const last = made.token.at(-1) === '0' ? '1' : '0'
    const wrong = [`${made.token.slice(0, -1)}${last}`, made.token.slice(0, -1), 'nd_', `${made.token}0`]
    const unasked = await testApp({ db: undefined as never }) // so that a question fails with 500

    const statuses = []
    for (const token of wrong) statuses.push((await profile(bearer({ token }), unasked)).statusCode)

    expect(statuses).toEqual([401, 401, 401, 401])
    expect((await profile(bearer(made), unasked)).statusCode).toBe(500)
  })

  test('is stored as a hash, and only the call that makes it answers with it', async () => {
    const { hash } = await db
      .selectFrom('api_keys')
      .select('hash')
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow()
    const { token, ...listed } = made

    expect(hash).toEqual(createHash('sha256').update(token).digest())
    expect(await as(owner).keys.list({})).toEqual([listed])
    const { rows: log } = await sql`select * from audit_log`.execute(db)
    expect(JSON.stringify(log)).not.toContain(token.slice(3))
  })

  test('is listed with its last use and network, of a screen’s poll too', async () => {
    await app.inject({
      url: '/admin/worker/status',
      headers: bearer(made),
      remoteAddress: '203.0.113.7',
    })

    const [listed] = await as(owner).keys.list({})
    expect(listed).toMatchObject({ last_used_from: '203.0.113.7', last_used_at: expect.any(String) })
    await app.inject({ url: '/admin/profile', headers: bearer(made), remoteAddress: '203.0.113.8' })
    expect(await as(owner).keys.list({}), 'at most once a minute').toEqual([listed])
  })

  test('is named in the audit lines of its calls, and in those of its refusals', async () => {
    await dependencies.refusals.flush() // of the tests above: only so many lines a minute are apart
    const only = await make(owner, 'read')
    const payload = { title: 'A', content: [] }
    const post = (headers: object) =>
      app.inject({ method: 'POST', url: '/admin/articles', headers: { ...headers }, payload })
    await post(bearer(made))
    await post(bearer(only))
    await dependencies.refusals.flush()

    const lines = await db
      .selectFrom('audit_log')
      .where('actor_id', '=', owner.id)
      .select(['action', 'detail'])
      .orderBy('id')
      .execute()
    expect(lines).toMatchObject([
      { action: 'key.create', detail: { key: 'Newsletter', key_id: made.id, scope: 'write' } },
      { action: 'key.create', detail: { key: 'Newsletter 2', key_id: only.id, scope: 'read' } },
      { action: 'article.create', detail: { key: 'Newsletter', key_id: made.id } },
      { action: 'refused', detail: { key: 'Newsletter 2', key_id: only.id, code: 'FORBIDDEN', count: 1 } },
    ])
  })

  test(`is one of at most ${MAX_KEYS}`, async () => {
    const values = Array.from({ length: MAX_KEYS - 2 }, (_, at) => ({
      user_id: owner.id,
      hash: createHash('sha256').update(`${owner.id} ${at}`).digest(),
      name: 'A',
      scope: 'read' as const,
    }))
    await db.insertInto('api_keys').values(values).execute()

    const outcomes = await Promise.allSettled([make(owner), make(owner)])

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('is not made by a session that ends meanwhile, as by a reset of the password that lists the keys', async () => {
    const headers = bearer(await signIn(owner))
    const payload = { name: 'Late', scope: 'write' }
    const { making } = await db.transaction().execute(async (tx) => {
      await setPassword(tx, owner.id, 'a hash')
      const call = app.inject({ method: 'POST', url: '/admin/profile/keys', headers, payload })
      const making = call.then(({ statusCode }) => statusCode)
      await untilWaiting(1)
      await openSession(tx, contextOf(null), owner)
      return { making }
    })

    expect(await making).toBe(401)
    expect(await as(owner).keys.list({})).toMatchObject([{ id: made.id }])
  })

  test('outlives another password, and is listed with what else opens the account', async () => {
    const { token } = await issueToken(db, 'reset', owner.id)

    const { keys } = await as(null).auth.resetPassword({ token, password })

    expect(keys).toMatchObject([{ id: made.id, name: 'Newsletter' }])
    expect(await statusOn(bearer(made))).toEqual([200, 200])
  })
})
