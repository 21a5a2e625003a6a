import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../client.ts'
import { createTestDb, type TestDb } from '../testing.ts'
import { claimToken, findTokenOwner, issueToken, revokeTokens, spendToken } from './one-time-tokens.ts'
import { changeUser, createUser, setPassword } from './users.ts'

let database: TestDb

beforeAll(async () => {
  database = await createTestDb()
})

afterAll(() => database.close())

const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => database.db.transaction().execute(work)

const add = () =>
  inTransaction((tx) =>
    createUser(tx, {
      username: `${randomUUID()}@example.org`,
      full_name: 'Ada',
      role: 'author',
      password_hash: null,
    }),
  )

const owner = (kind: 'invite' | 'reset', token: string) => findTokenOwner(database.db, kind, token)

test('a token finds its account, but not as a token of another kind', async () => {
  const { id, username } = await add()
  const { token } = await issueToken(database.db, 'invite', id)

  expect(await owner('invite', token)).toMatchObject({ id, username })
  expect(await owner('reset', token)).toBeUndefined()
  expect(await owner('invite', `${token}x`)).toBeUndefined()
})

test('a token is claimed once, however many try at the same moment', async () => {
  const { id } = await add()
  const { token } = await issueToken(database.db, 'reset', id)
  const claim = () => inTransaction((tx) => claimToken(tx, 'reset', token))

  const claims = await Promise.all([claim(), claim(), claim()])

  expect(claims.filter((claimed) => claimed?.id === id)).toHaveLength(1)
})

test('an expired token is invalid', async () => {
  const { id } = await add()
  const { token } = await issueToken(database.db, 'reset', id)
  await database.db.updateTable('one_time_tokens').set({ expires_at: sql`now()` }).execute()

  expect(await owner('reset', token)).toBeUndefined()
  expect(await inTransaction((tx) => spendToken(tx, 'reset', token))).toBe(false)
})

test.each([
  ['it is revoked', (id: number) => inTransaction((tx) => revokeTokens(tx, id))],
  ['the password is set', (id: number) => inTransaction((tx) => setPassword(tx, id, 'a hash'))],
  [
    'the account is disabled',
    (id: number) => inTransaction((tx) => changeUser(tx, null, id, { status: 'disabled' })),
  ],
  [
    'the e-mail changes',
    (id: number) => inTransaction((tx) => changeUser(tx, null, id, { username: `${randomUUID()}@b.org` })),
  ],
])('a token is gone once %s; those of others stay', async (_what, change) => {
  const [mine, other] = [await add(), await add()]
  const { token } = await issueToken(database.db, 'invite', mine.id)
  const { token: theirs } = await issueToken(database.db, 'invite', other.id)

  await change(mine.id)
  await database.db.updateTable('users').set({ status: 'active' }).where('id', '=', mine.id).execute()

  expect([await owner('invite', token), (await owner('invite', theirs))?.id]).toEqual([undefined, other.id])
})
