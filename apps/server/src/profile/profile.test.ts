import { describe, expect, test } from 'vitest'
import type { CurrentUser } from '../context.ts'
import { as, contextOf, createUser, db, services } from '../testing.ts'
import { createCaller } from '../trpc.ts'

const password = 'correct horse'
const password_hash = await services.passwords.hash(password)

test('tells name, email and role, and no more', async () => {
  const { id: _, ...shown } = await createUser({ role: 'author' })

  const profile = await as({ id: 1, ...shown }).profile.get({})

  expect(profile).toEqual(shown)
})

test('an update changes the caller and nobody else', async () => {
  const [me, other] = [await createUser(), await createUser()]

  const profile = await as(me).profile.update({ full_name: ' Ben ' })

  expect(profile).toEqual({ username: me.username, full_name: 'Ben', role: 'editor' })
  const names = await db
    .selectFrom('users')
    .where('id', 'in', [me.id, other.id])
    .select('full_name')
    .execute()
  expect(names.map(({ full_name }) => full_name).sort()).toEqual(['Ada', 'Ben'])
})

test('an update cannot change the role', async () => {
  const me = await createUser({ role: 'author' })

  const profile = await as(me).profile.update({ full_name: 'Ben', ...{ role: 'admin' } })

  expect(profile.role).toBe('author')
})

test('an email that is taken is refused', async () => {
  const [me, other] = [await createUser(), await createUser()]

  const renaming = as(me).profile.update({ username: other.username.toUpperCase() })

  await expect(renaming).rejects.toMatchObject({ cause: { code: 'CONFLICT' } })
})

describe('a change of password', () => {
  const change = (user: CurrentUser, current_password: string, new_password: string, overrides = {}) =>
    createCaller(contextOf(user, overrides)).profile.changePassword({ current_password, new_password })

  test('lets the new one in and the old one no more', async () => {
    const me = await createUser({ password_hash })
    const { username } = me

    await change(me, password, 'battery staple')

    expect(await as(null).auth.login({ username, password: 'battery staple' })).toMatchObject({ username })
    await expect(as(null).auth.login({ username, password })).rejects.toThrow('Invalid username or password')
  })

  test('needs the current one', async () => {
    const me = await createUser({ password_hash })
    const problem = { code: 'VALIDATION_FAILED', fields: [{ path: 'current_password' }] }

    await expect(change(me, 'wrong horse', 'battery staple')).rejects.toMatchObject({ cause: problem })
  })

  test('holds to the length the site asks for', async () => {
    const me = await createUser({ password_hash })

    const changing = change(me, password, 'staple', { password_min_length: 12 })

    const fields = [{ path: 'new_password', message: 'Password must be at least 12 characters long' }]
    await expect(changing).rejects.toMatchObject({ cause: { fields } })
  })

  test('can be tried five times in a quarter of an hour', async () => {
    const me = await createUser({ password_hash })
    const tries = Array.from({ length: 6 }, () => change(me, 'wrong horse', 'battery staple'))

    const answers = await Promise.allSettled(tries)

    const codes = answers.map((answer) => answer.status === 'rejected' && answer.reason.cause.code)
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(1)
  })
})
