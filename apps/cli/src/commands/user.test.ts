import { randomBytes } from 'node:crypto'
import { findTokenOwner, verifyPassword } from '@nightdesk/db'
import { asOwner, createTestDb, type TestDb } from '@nightdesk/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sharedNightdesk } from '../testing.ts'

const nightdesk = sharedNightdesk()

let database: TestDb
const user = (...args: string[]) => nightdesk(['user', ...args], { DATABASE_URL: database.url })
/** Pipes the password in. */
const userWith = (password: string, ...args: string[]) =>
  nightdesk(['user', ...args, '--ask-password'], { DATABASE_URL: database.url }, `${password}\n`)
const createArgs = ['create', '--email', 'ada@example.org', '--name', 'Ada Lovelace', '--role', 'editor']

beforeAll(async () => {
  database = await createTestDb()
})

afterAll(() => database.close())

beforeEach(async () => {
  await database.db.deleteFrom('users').execute()
  await asOwner(database.owner_url, sql`truncate audit_log`)
})

test('create makes an account with a generated password, shown once', async () => {
  const { code, stdout } = await user(...createArgs)

  const [, shown = ''] = /^Created ada@example\.org, editor\.\nPassword: (\S{16})\n$/.exec(stdout) ?? []
  expect(code).toBe(0)
  const ada = await account('ada@example.org')
  expect(ada).toMatchObject({ full_name: 'Ada Lovelace', role: 'editor', status: 'active' })
  expect(await verifyPassword(ada.password_hash ?? '', shown)).toBe(true)
  expect(await auditLines()).toEqual([
    { action: 'user.create', target: `user:${ada.id}`, detail: { role: 'editor', by: 'operator' } },
  ])
})

test('a given password is used and not repeated', async () => {
  const { stdout } = await userWith('engine-1843', ...createArgs)

  expect(stdout).toBe('Created ada@example.org, editor.\n')
  const { password_hash } = await account('ada@example.org')
  expect(await verifyPassword(password_hash ?? '', 'engine-1843')).toBe(true)
})

test.each([
  ['short', 'ada', 'Password must be at least 6 characters long'],
  ['missing', '', 'Password is required'],
  ['the e-mail', 'ada@example.org', 'not be the same as the email'],
  ['one of the most common', 'letmein', 'one of the most common'],
  ['made of the name', 'Lovelace1', 'easily guessed'],
])('a password that is %s is refused, and nothing is created', async (_, password, sentence) => {
  const { code, stdout, stderr } = await userWith(password, ...createArgs)

  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(sentence)
  expect(await accounts()).toEqual([])
})

test('reset-password takes a password from a pipe too, and holds it to the same rules', async () => {
  await user(...createArgs)
  const reset = (password: string) => userWith(password, 'reset-password', '--email', 'ada@example.org')

  expect(await reset('Lovelace1')).toMatchObject({ code: 2 })
  expect(await reset('engine-1843')).toMatchObject({
    code: 0,
    stdout: 'ada@example.org has a new password.\n',
  })

  const { password_hash } = await account('ada@example.org')
  expect(await verifyPassword(password_hash ?? '', 'engine-1843')).toBe(true)
})

test.each([
  [
    'a missing option',
    ['create', '--email', 'ada@example.org'],
    "Required option '--name <name>' not specified",
  ],
  ['no role', createArgs.slice(0, 5), 'Role is required'],
  [
    'an unknown role',
    [...createArgs.slice(0, 5), '--role', 'owner'],
    "argument 'owner' is invalid. Allowed choices are admin, editor, author.",
  ],
  ['no e-mail', ['create', '--email', 'ada', ...createArgs.slice(3)], 'Invalid email address'],
  [
    'a password among the arguments',
    [...createArgs, '--password', 'engine-1843'],
    "Unknown option '--password'",
  ],
  ['an unknown command', ['destroy'], 'Unknown command destroy'],
])('%s is a mistake of usage: 2, and nothing is created', async (_, args, sentence) => {
  const { code, stdout, stderr } = await user(...args)

  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(sentence)
  expect(await accounts()).toEqual([])
})

test('a failure is a sentence and 1', async () => {
  await add('ADA@example.org', 'editor')

  const { code, stderr } = await user(...createArgs)

  expect({ code, stderr }).toEqual({ code: 1, stderr: 'There is already an account with this email\n' })
})

test('list shows a table, or JSON', async () => {
  await add('ada@example.org', 'editor')

  expect((await user('list')).stdout).toBe(
    `EMAIL            NAME  ROLE    STATUS  LAST SIGNED IN\nada@example.org  Ada   editor  active  never\n`,
  )
  expect(JSON.parse((await user('list', '--json')).stdout)).toMatchObject([{ username: 'ada@example.org' }])
})

test('a name cannot move the cursor of the terminal', async () => {
  await add('ada@example.org', 'editor', '\u001b[2JAda')

  expect((await user('list')).stdout).not.toContain('\u001b')
})

test('disable keeps an account out and ends its sessions', async () => {
  const id = await add('ada@example.org', 'editor')
  await addSession(id)

  const { code, stdout } = await user('disable', '--email', 'Ada@Example.org')

  expect({ code, stdout }).toEqual({ code: 0, stdout: 'Disabled ada@example.org.\n' })
  expect(await account('ada@example.org')).toMatchObject({ status: 'disabled' })
  expect(await liveSessions()).toEqual([])
  expect(await auditLines()).toMatchObject([{ action: 'user.update', target: `user:${id}` }])
})

test('the last active admin is not disabled', async () => {
  await add('ada@example.org', 'admin')

  const { code, stderr } = await user('disable', '--email', 'ada@example.org')

  expect(code).toBe(1)
  expect(stderr).toBe('This is the last active admin. Make somebody else an admin first.\n')
  expect(await account('ada@example.org')).toMatchObject({ status: 'active' })
  expect(await auditLines()).toEqual([])
})

test('reset-password sets a generated password and ends every session', async () => {
  const id = await add('ada@example.org', 'admin')
  await addSession(id)

  const { code, stdout } = await user('reset-password', '--email', 'ada@example.org')

  const [, shown = ''] = /^ada@example\.org has a new password\.\nPassword: (\S{16})\n$/.exec(stdout) ?? []
  expect(code).toBe(0)
  const { password_hash } = await account('ada@example.org')
  expect(await verifyPassword(password_hash ?? '', shown)).toBe(true)
  expect(await liveSessions()).toEqual([])
  expect(await auditLines()).toMatchObject([{ action: 'password.reset', target: `user:${id}` }])
})

test('reset-password --link prints a link and changes nothing else', async () => {
  const id = await add('ada@example.org', 'admin')
  await addSession(id)

  const { code, stdout } = await user('reset-password', '--email', 'ada@example.org', '--link')

  const [, token = ''] = /\nhttp:\/\/127\.0\.0\.1:3000\/reset-password#([\w-]{43})\n$/.exec(stdout) ?? []
  expect(code).toBe(0)
  expect(await findTokenOwner(database.db, 'reset', token)).toMatchObject({ id })
  expect(await account('ada@example.org')).toMatchObject({ password_hash: 'a hash' })
  expect(await liveSessions()).toHaveLength(1)
  expect(await auditLines()).toMatchObject([{ action: 'user.reset-link', target: `user:${id}` }])
})

test.each([[[]], [['--link']]])(
  'reset-password lists the second factor and the keys, which it leaves: %j',
  async (options) => {
    const id = await add('ada@example.org', 'admin')
    await database.db.insertInto('totp_secrets').values({ user_id: id, secret: 'a', last_step: 0 }).execute()
    const key = { user_id: id, hash: Buffer.alloc(32), name: 'Newsletter', scope: 'read' } as const
    await database.db.insertInto('api_keys').values(key).execute()

    const { stdout } = await user('reset-password', '--email', 'ada@example.org', ...options)

    expect(stdout).toMatch(/second factor stays as it is:\n {2}authenticator app, added 20/)
    expect(stdout).toContain('nightdesk user reset-second-factor --email ada@example.org\n')
    expect(stdout).toMatch(
      /Keys for scripts go on working:\n {2}Newsletter, added 20\S+\n.* in its profile\.\n/,
    )
  },
)

test('a link and a password do not go together', async () => {
  const options = ['--email', 'ada@example.org', '--link', '--ask-password']

  expect(await user('reset-password', ...options)).toMatchObject({ code: 2, stdout: '' })
})

test('reset-second-factor removes every factor and ends every session', async () => {
  const id = await add('ada@example.org', 'admin')
  await addSession(id)
  await database.db.insertInto('totp_secrets').values({ user_id: id, secret: 'a', last_step: 0 }).execute()
  const reset = () => user('reset-second-factor', '--email', 'ADA@example.org')

  const [first, second] = [await reset(), await reset()]

  const stdout = 'ada@example.org signs in with the password only from now on.\n'
  expect([first.code, first.stdout]).toEqual([0, stdout])
  expect([second.code, second.stderr]).toEqual([1, 'This account has no second factor.\n'])
  expect(await database.db.selectFrom('totp_secrets').selectAll().execute()).toEqual([])
  expect(await liveSessions()).toEqual([])
  expect(await auditLines()).toMatchObject([{ action: 'factor.reset', detail: { by: 'operator' } }])
})

test.each(['reset-password', 'disable'])(
  '%s of an unknown e-mail says where the known ones are',
  async (command) => {
    const { code, stderr } = await user(command, '--email', 'nobody@example.org')

    expect([code, stderr]).toEqual([
      1,
      'No account has the e-mail nobody@example.org. `nightdesk user list` names all of them.\n',
    ])
  },
)

async function add(username: string, role: 'admin' | 'editor', full_name = 'Ada') {
  const values = { username, role, full_name, password_hash: 'a hash' }
  const { id } = await database.db
    .insertInto('users')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const addSession = (user_id: number) =>
  database.db
    .insertInto('sessions')
    .values({
      id: randomBytes(32),
      user_id,
      expires_at: new Date(Date.now() + 60_000).toISOString(),
      ip_prefix: '192.0.2.1',
      user_agent_family: 'Firefox',
    })
    .execute()

const accounts = () => database.db.selectFrom('users').selectAll().execute()

const account = (username: string) =>
  database.db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirstOrThrow()

const liveSessions = () =>
  database.db.selectFrom('sessions').selectAll().where('revoked_at', 'is', null).execute()

const auditLines = () =>
  database.db.selectFrom('audit_log').select(['action', 'target', 'detail']).orderBy('id').execute()
