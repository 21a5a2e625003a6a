import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { bearer, createUser, db, signIn, testApp } from '../testing.ts'

const app = await testApp()
const url = '/admin/profile/sessions'

const open = async (user: Awaited<ReturnType<typeof createUser>>, overrides = {}) =>
  bearer(await signIn(user, overrides))
const list = async (headers: Record<string, string>) => (await app.inject({ url, headers })).json()
const end = (headers: Record<string, string>, id: number | string = '') =>
  app.inject({ method: 'DELETE', url: id === '' ? url : `${url}/${id}`, headers })
const isIn = async (headers: Record<string, string>) =>
  (await app.inject({ url: '/admin/profile', headers })).statusCode === 200

test('the list has the sessions of the caller, this session first', async () => {
  const user = await createUser()
  const here = await open(user, {
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    ip_prefix: '198.51.100.7',
  })
  await open(user, { user_agent: '', ip_prefix: '127.0.0.1' })
  await open(await createUser())

  const sessions = await list(here)

  const instant = expect.stringMatching(/^\d{4}-.*Z$/)
  const common = { id: expect.any(Number), created_at: instant, last_seen_at: instant }
  expect(sessions).toEqual([
    {
      ...common,
      browser: 'Firefox',
      system: 'Linux',
      network: '198.51.100.7',
      is_this_network: false,
      is_current: true,
    },
    {
      ...common,
      browser: 'Unknown',
      system: 'Unknown',
      network: '127.0.0.1',
      is_this_network: true,
      is_current: false,
    },
  ])
})

test.each([
  ['ended', { revoked_at: sql<string>`now()` }],
  ['expired', { expires_at: sql<string>`now()` }],
  ['idle', { last_seen_at: sql<string>`now() - interval '8 days'` }],
])('one that is %s is not in the list, and cannot be ended', async (_what, change) => {
  const user = await createUser()
  const here = await open(user)
  await open(user)
  const [, other] = await list(here)
  await db.updateTable('sessions').set(change).where('number', '=', other.id).execute()

  expect(await list(here)).toHaveLength(1)
  expect((await end(here, other.id)).statusCode).toBe(404)
})

describe('ending', () => {
  test('one keeps the others', async () => {
    const user = await createUser()
    const [here, there, elsewhere] = [await open(user), await open(user), await open(user)]
    const mine = (await list(there)).find(({ is_current }: { is_current: boolean }) => is_current)

    const answer = await end(here, mine.id)

    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    expect([await isIn(here), await isIn(there), await isIn(elsewhere)]).toEqual([true, false, true])
  })

  test('all others keeps the calling one, and returns their number', async () => {
    const user = await createUser()
    const [here, there] = [await open(user), await open(user)]
    await open(user)

    const answers = [await end(here), await end(here)]

    expect(answers.map((answer) => answer.json())).toEqual([{ ended: 2 }, { ended: 0 }])
    expect([await isIn(here), await isIn(there)]).toEqual([true, false])
  })

  test('never affects another user’s', async () => {
    const [mine, theirs] = [await open(await createUser({ role: 'admin' })), await open(await createUser())]
    const [session] = await list(theirs)

    const answer = await end(mine, session.id)
    await end(mine)

    expect(answer.statusCode).toBe(404)
    expect(await isIn(theirs)).toBe(true)
  })
})
