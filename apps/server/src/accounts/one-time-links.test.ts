import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { as, bearer, createUser, db, dependencies, signIn, testApp } from '../testing.ts'
import { addPasskey, addTotp } from './testing.ts'

const app = await testApp()
const admin = as(await createUser({ role: 'admin' }))
const { auth } = as(null)
const password = 'battery staple'
const password_hash = await dependencies.passwords.hash('correct horse')
const gone = { code: 'NOT_FOUND' }

const tokenOf = (link: { url: string } | null) => link?.url.split('#').at(-1) ?? ''

async function invite() {
  const username = `${crypto.randomUUID()}@example.org`
  const created = await admin.users.create({ username, full_name: 'Ben', role: 'author' })
  return { ...created, token: tokenOf(created.invite) }
}

async function reset() {
  const user = await createUser({ password_hash })
  return { user, token: tokenOf(await admin.users.resetLink({ id: user.id })) }
}

const expire = () => db.updateTable('one_time_tokens').set({ expires_at: sql`now()` }).execute()

describe('an invitation', () => {
  test('names its account', async () => {
    const { username, token } = await invite()

    expect(await auth.readLink({ kind: 'invite', token })).toMatchObject({ username, full_name: 'Ben' })
  })

  test('is accepted with name and password, and signs in', async () => {
    const { id, username, token } = await invite()

    const signedIn = await auth.acceptInvite({ token, full_name: 'Ben Otieno', password })

    expect(signedIn).toMatchObject({ username, full_name: 'Ben Otieno', role: 'author' })
    const answer = await app.inject({ url: '/admin/profile', headers: bearer(signedIn) })
    expect(answer.json()).toEqual({ username, full_name: 'Ben Otieno', role: 'author' })
    expect(await auth.login({ username, password })).toMatchObject({ username })
    const row = (await admin.users.list({})).find((user) => user.id === id)
    expect(row?.is_invited).toBe(false)
  })

  test('is accepted by one of two concurrent calls', async () => {
    const { token } = await invite()
    const accept = (full_name: string) => auth.acceptInvite({ token, full_name, password })

    const both = await Promise.allSettled([accept('Ben'), accept('Eve')])

    const refused = both.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: gone }])
    await expect(accept('Ben')).rejects.toMatchObject(gone)
    await expect(auth.readLink({ kind: 'invite', token })).rejects.toMatchObject(gone)
  })

  test('expires, and does not work with another token', async () => {
    const { token } = await invite()
    await expire()

    for (const tried of [token, 'a guess']) {
      const accepting = auth.acceptInvite({ token: tried, full_name: 'Ben', password })
      await expect(accepting).rejects.toMatchObject(gone)
    }
  })

  test('cannot reset a password', async () => {
    const { token } = await invite()

    await expect(auth.resetPassword({ token, password })).rejects.toMatchObject(gone)
  })

  test.each(['qwertyuiop', 'otieno77'])('refuses the password %s', async (tried) => {
    const { token } = await invite()

    const accepting = auth.acceptInvite({ token, full_name: 'Ben Otieno', password: tried })

    await expect(accepting).rejects.toMatchObject({ fields: [{ path: 'password' }] })
  })

  test('still works after a refused password', async () => {
    const { username, token } = await invite()

    const accepting = auth.acceptInvite({ token, full_name: 'Ben', password: username })

    await expect(accepting).rejects.toMatchObject({ fields: [{ path: 'password' }] })
    expect(await auth.readLink({ kind: 'invite', token })).toMatchObject({ username })
  })
})

describe('a reset', () => {
  test('accepts the new password and no longer the old one', async () => {
    const { user, token } = await reset()
    const { username } = user

    await auth.resetPassword({ token, password })

    expect(await auth.login({ username, password })).toMatchObject({ username })
    await expect(auth.login({ username, password: 'correct horse' })).rejects.toThrow('Invalid username')
  })

  test('refuses a password that is easily guessed', async () => {
    const { token } = await reset()

    for (const password of ['iloveyou', 'The Night Desk!']) {
      const resetting = auth.resetPassword({ token, password })
      await expect(resetting).rejects.toMatchObject({ fields: [{ path: 'password' }] })
    }
  })

  test('leaves the second factor, and lists it', async () => {
    const { user, token } = await reset()
    await addPasskey(user)
    await addTotp(user)

    const left = await auth.resetPassword({ token, password })

    expect(left).toMatchObject({ passkeys: [{ name: 'Laptop' }], totp: { created_at: expect.any(String) } })
  })

  test('ends every session', async () => {
    const { user, token } = await reset()
    const headers = bearer(await signIn(user))

    await auth.resetPassword({ token, password })

    expect((await app.inject({ url: '/admin/profile', headers })).statusCode).toBe(401)
  })

  test('works once, until it expires', async () => {
    const [used, late] = [await reset(), await reset()]
    await auth.resetPassword({ token: used.token, password })
    await expire()

    for (const { token } of [used, late]) {
      await expect(auth.resetPassword({ token, password })).rejects.toMatchObject(gone)
    }
  })

  test('fails when the account was disabled meanwhile', async () => {
    const { user, token } = await reset()
    await db.updateTable('users').set({ status: 'disabled' }).where('id', '=', user.id).execute()

    await expect(auth.resetPassword({ token, password })).rejects.toMatchObject(gone)
  })
})
