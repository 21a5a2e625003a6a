import { randomBytes, randomUUID } from 'node:crypto'
import type { Role } from '@nightdesk/contracts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tx } from '../client.ts'
import { createTestDb, type TestDb } from '../testing.ts'
import { changeUser, createUser, findUser, listUsers, setPassword } from './users.ts'

let database: TestDb

beforeAll(async () => {
  database = await createTestDb()
})

afterAll(() => database.close())

beforeEach(() => database.db.deleteFrom('users').execute())

/** The error contains the field, so that a form can mark it. */
const message = 'There is already an account with this email'
const taken = { code: 'CONFLICT', message, fields: [{ path: 'username', message }] }

test('an e-mail belongs to one account, ignoring case', async () => {
  await add('author', 'Ada@Example.org')

  await expect(add('author', 'ada@example.ORG')).rejects.toMatchObject(taken)

  expect(await findUser(database.db, 'ADA@example.org')).toMatchObject({ username: 'Ada@Example.org' })
})

test('the e-mail of a deleted account is free again', async () => {
  const { id } = await add('author', 'ada@example.org')
  await inTransaction((tx) => changeUser(tx, null, id, { status: 'deleted' }))
  await expect(findUser(database.db, 'ada@example.org')).rejects.toThrow(
    'No account has the e-mail ada@example.org',
  )

  const second = await add('author', 'ada@example.org')

  expect(await listUsers(database.db)).toEqual([second])
})

test('accounts are in the order of their names, whatever their case and accents', async () => {
  for (const name of ['Zoe', 'bell', 'Édith', 'Ada']) await add('author', undefined, name)

  expect((await listUsers(database.db)).map(({ full_name }) => full_name)).toEqual([
    'Ada',
    'bell',
    'Édith',
    'Zoe',
  ])
})

test('an account cannot be renamed to the e-mail of another', async () => {
  await add('author', 'ada@example.org')
  const { id } = await add('author')

  const renamed = inTransaction((tx) => changeUser(tx, null, id, { username: 'ADA@example.org' }))

  await expect(renamed).rejects.toMatchObject(taken)
})

test('a disabled account loses all its sessions', async () => {
  const { id } = await add('editor')
  await addSession(id)

  await inTransaction((tx) => changeUser(tx, null, id, { status: 'disabled' }))

  expect(await liveSessions(id)).toBe(0)
})

test('a new password ends every session but the current one', async () => {
  const { id } = await add('editor')
  const kept = await addSession(id)
  await addSession(id)

  await inTransaction((tx) => setPassword(tx, id, 'a hash', kept))
  expect(await liveSessions(id)).toBe(1)

  await inTransaction((tx) => setPassword(tx, id, 'another hash'))
  expect(await liveSessions(id)).toBe(0)
})

test('when the last two admins disable each other at the same moment, one stays active', async () => {
  const [one, two] = [await add('admin'), await add('admin')]
  const disable = (actor: number, id: number) =>
    inTransaction((tx) => changeUser(tx, actor, id, { status: 'disabled' }))

  const outcomes = await Promise.allSettled([disable(one.id, two.id), disable(two.id, one.id)])

  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const active = (await listUsers(database.db)).filter(({ status }) => status === 'active')
  expect(active).toHaveLength(1)
})

test.each([{ status: 'disabled' }, { role: 'editor' }] as const)(
  'the last active admin cannot become %o, not even by the operator',
  async (changes) => {
    const { id } = await add('admin')
    const change = () => inTransaction((tx) => changeUser(tx, null, id, changes))
    await expect(change()).rejects.toThrow('This is the last active admin')

    await add('admin')

    expect(await change()).toMatchObject(changes)
  },
)

test('nobody changes the status of their own account', async () => {
  const { id } = await add('admin')
  await add('admin')

  const change = inTransaction((tx) => changeUser(tx, id, id, { status: 'disabled' }))

  await expect(change).rejects.toThrow('You cannot change the status of your own account')
})

const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => database.db.transaction().execute(work)

const add = (role: Role, username = `${randomUUID()}@example.org`, full_name = 'Ada') =>
  inTransaction((tx) => createUser(tx, { username, full_name, role, password_hash: 'a hash' }))

async function addSession(user_id: number) {
  const id = randomBytes(32)
  const expires_at = new Date(Date.now() + 60_000).toISOString()
  await database.db
    .insertInto('sessions')
    .values({ id, user_id, expires_at, ip_prefix: '192.0.2.1', user_agent_family: 'Firefox' })
    .execute()
  return id
}

async function liveSessions(userId: number) {
  const rows = await database.db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .select('id')
    .execute()
  return rows.length
}
