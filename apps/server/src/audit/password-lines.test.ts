import { expect, test } from 'vitest'
import { as, createUser, db, dependencies } from '../testing.ts'

const password = 'correct horse'
const password_hash = await dependencies.passwords.hash(password)
const admin = await createUser({ role: 'admin', password_hash })
const { auth, profile, users } = as(admin)

const lines = () => db.selectFrom('audit_log').selectAll().orderBy('id').execute()

test('a reset by a link leaves one of the password’s owner', async () => {
  const { id } = await createUser({ password_hash })
  const { url } = await users.resetLink({ id })
  const before = await lines()

  await as(null).auth.resetPassword({ token: url.split('#').at(-1) ?? '', password })

  const line = { actor_id: id, action: 'password.reset', target: `user:${id}` }
  expect((await lines()).slice(before.length)).toMatchObject([line])
})

test.each([
  ['an account', admin.username, `user:${admin.id}`],
  ['an unknown account', 'nobody@example.org', 'session'],
])('a forgotten password of %s leaves one', async (_whose, username, target) => {
  const before = await lines()

  await as(null).auth.forgotPassword({ username })
  await dependencies.background.settled()

  const line = { actor_id: null, action: 'password.forgotten', target }
  expect((await lines()).slice(before.length)).toMatchObject([line])
})

test.each([
  ['sign-in', 'login.failed', () => auth.login({ username: admin.username, password: 'wrong horse' })],
  [
    'change of password',
    'password.refused',
    () => profile.changePassword({ current_password: 'wrong horse', new_password: password }),
  ],
])('a refused %s leaves one, too', async (_what, action, act) => {
  const before = await lines()

  await expect(act()).rejects.toThrow()

  expect((await lines()).slice(before.length)).toMatchObject([{ action }])
})

test('no line holds a password', async () => {
  expect(JSON.stringify(await lines())).not.toMatch(/horse|staple|argon2/)
})
