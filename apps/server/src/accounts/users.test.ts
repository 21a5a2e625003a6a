import { describe, expect, test } from 'vitest'
import { as, createPublished, createUser, db, testApp } from '../testing.ts'

const admin = await createUser({ role: 'admin' })
const api = as(admin).users
const password = 'correct horse'

const address = () => `${crypto.randomUUID()}@Example.org`
const conflict = { code: 'CONFLICT' }

/** Disables every other admin. */
async function keepAdmins(...admins: [{ id: number }, ...{ id: number }[]]) {
  const ids = admins.map(({ id }) => id)
  await db.updateTable('users').set({ role: 'editor' }).where('id', 'not in', ids).execute()
  await db.updateTable('users').set({ role: 'admin', status: 'active' }).where('id', 'in', ids).execute()
}

describe('the list', () => {
  test('shows everybody but the deleted, and no hash', async () => {
    const shown = await createUser({ status: 'suspended', password_hash: 'secret' })
    const gone = await createUser({ status: 'deleted' })

    const rows = await api.list({})

    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([admin.id, shown.id]))
    expect(rows.map(({ id }) => id)).not.toContain(gone.id)
    expect(JSON.stringify(rows)).not.toContain('secret')
  })
})

describe('create', () => {
  test('makes an account that can sign in', async () => {
    const username = address()

    const user = await api.create({ username, full_name: ' Ben ', role: 'author', password })

    const { id } = user
    expect(user).toEqual({
      id,
      username,
      full_name: 'Ben',
      role: 'author',
      status: 'active',
      last_logged_in: null,
      is_invited: false,
      has_second_factor: false,
      invite: null,
    })
    expect(await as(null).auth.login({ username, password })).toMatchObject({ role: 'author' })
  })

  test('refuses a taken email in any case', async () => {
    const { username } = await createUser({ username: address() })

    const creating = api.create({
      username: username.toUpperCase(),
      full_name: 'B',
      role: 'author',
      password,
    })

    await expect(creating).rejects.toMatchObject(conflict)
  })

  test('gives the email of a deleted account to a new one', async () => {
    const { username } = await createUser({ status: 'deleted' })

    const user = await api.create({ username, full_name: 'B', role: 'author', password })

    expect(user.username).toBe(username)
  })

  test.each(['123456', 'Password', 'ben123456'])('refuses %s as password', async (password) => {
    const problem = { code: 'VALIDATION_FAILED', fields: [{ path: 'password' }] }

    const creating = api.create({ username: address(), full_name: 'Ben', role: 'author', password })

    await expect(creating).rejects.toMatchObject(problem)
  })

  test('refuses the email as password', async () => {
    const username = address()
    const problem = { code: 'VALIDATION_FAILED', fields: [{ path: 'password' }] }

    const creating = api.create({
      username,
      full_name: 'B',
      role: 'author',
      password: username.toLowerCase(),
    })

    await expect(creating).rejects.toMatchObject(problem)
  })
})

describe('update', () => {
  test('changes what is given and leaves the rest', async () => {
    const before = await createUser()

    const after = await api.update({ id: before.id, full_name: 'Ben' })

    expect(after).toMatchObject({ ...before, full_name: 'Ben', status: 'active' })
  })

  test.each(['update', 'setStatus'] as const)('%s of a missing or deleted account is 404', async (name) => {
    const { id } = await createUser({ status: 'deleted' })
    const notFound = { code: 'NOT_FOUND' }

    await expect(api[name]({ id, status: 'active' })).rejects.toMatchObject(notFound)
    await expect(api[name]({ id: 999_999, status: 'active' })).rejects.toMatchObject(notFound)
  })

  test('to a taken email in any case is refused', async () => {
    const [taken, mine] = [await createUser({ username: `Σ${address()}` }), await createUser()]

    const renaming = api.update({ id: mine.id, username: taken.username.toLowerCase() })

    await expect(renaming).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('email'),
    })
  })

  test('of the own email is refused: the profile asks for the password', async () => {
    await expect(api.update({ id: admin.id, username: address() })).rejects.toMatchObject(conflict)
    expect(await api.update({ id: admin.id, username: admin.username })).toMatchObject({ id: admin.id })
  })

  test('to another case of the same email is fine', async () => {
    const { id, username } = await createUser()

    const user = await api.update({ id, username: username.toUpperCase() })

    expect(user.username).toBe(username.toUpperCase())
  })

  test('of a name shows at once on the pages of its articles', async () => {
    const author = await createUser({ full_name: 'Before' })
    const { id } = await createPublished(author)
    const app = await testApp()
    await app.inject(`/post/${id}`)

    await api.update({ id: author.id, full_name: 'After' })

    expect((await app.inject(`/api/articles/${id}`)).json()).toMatchObject({ author_name: 'After' })
    expect((await app.inject(`/post/${id}`)).body).not.toContain('Before')
  })
})

test('the audit log says which role somebody was given', async () => {
  const { id } = await createUser({ role: 'author' })

  await api.update({ id, role: 'editor' })

  const { detail } = await db
    .selectFrom('audit_log')
    .where('target', '=', `user:${id}`)
    .select('detail')
    .executeTakeFirstOrThrow()
  expect(detail).toEqual({ fields: ['role'], status: 'active', role: 'editor' })
})

describe('nobody is locked out', () => {
  test.each(['disabled', 'suspended', 'deleted'] as const)('nobody makes themselves %s', async (status) => {
    await createUser({ role: 'admin' })

    await expect(api.setStatus({ id: admin.id, status })).rejects.toMatchObject(conflict)
    await expect(api.update({ id: admin.id, status })).rejects.toMatchObject(conflict)
  })

  test('the own status cannot even be set to what it is', async () => {
    await expect(api.setStatus({ id: admin.id, status: 'active' })).rejects.toMatchObject(conflict)
    expect(await api.update({ id: admin.id, full_name: 'Ada', status: 'active' })).toMatchObject({
      id: admin.id,
    })
  })

  test('the last active admin keeps the role', async () => {
    await keepAdmins(admin)

    await expect(api.update({ id: admin.id, role: 'editor' })).rejects.toMatchObject(conflict)
  })

  test('a disabled admin does not count as one who is left', async () => {
    await keepAdmins(admin)
    await createUser({ role: 'admin', status: 'disabled' })

    await expect(api.update({ id: admin.id, role: 'editor' })).rejects.toMatchObject(conflict)
  })

  test('nor does an admin who was invited and has no password yet', async () => {
    await keepAdmins(admin)
    await createUser({ role: 'admin', password_hash: null })

    await expect(api.update({ id: admin.id, role: 'author' })).rejects.toMatchObject(conflict)
  })

  test.each([
    ['disable', { status: 'disabled' }],
    ['demote', { role: 'author' }],
    ['delete', { status: 'deleted' }],
  ] as const)('of two admins who %s each other at the same moment one stays', async (_what, change) => {
    const other = await createUser({ role: 'admin' })
    await keepAdmins(admin, other, await createUser({ role: 'admin' }))

    const both = await Promise.allSettled([
      api.update({ id: other.id, ...change }),
      as(other).users.update({ id: admin.id, ...change }),
    ])

    const refused = both.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'FORBIDDEN' } }])
  })
})
