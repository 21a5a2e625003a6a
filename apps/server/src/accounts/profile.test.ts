import type { Role } from '@nightdesk/contracts'
import { describe, expect, test } from 'vitest'
import type { CurrentUser } from '../context.ts'
import { createMailer } from '../mail/mailer.ts'
import { type Mailbox, startMailbox } from '../mail/testing.ts'
import {
  as,
  bearer,
  contextOf,
  createCaller,
  createUser,
  db,
  dependencies,
  signIn,
  testApp,
} from '../testing.ts'

const password = 'correct horse'
const password_hash = await dependencies.passwords.hash(password)
const mailerOf = ({ url }: Mailbox) =>
  createMailer(url, async () => ({ name: 'The Night Desk', address: 'desk@example.org' }))

test('has name, email and role, and no more', async () => {
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

describe('another email', () => {
  const create = (role: Role = 'admin') => createUser({ role, password_hash })
  const address = () => `${crypto.randomUUID()}@example.org`
  const update = (user: CurrentUser, username: string, current_password?: string, overrides = {}) =>
    createCaller(contextOf(user, overrides)).profile.update({ username, current_password })
  const refusedPassword = { code: 'VALIDATION_FAILED', fields: [{ path: 'current_password' }] }

  test('needs the current password: a stolen session cannot take over the account', async () => {
    const me = await create()

    await expect(update(me, address())).rejects.toMatchObject(refusedPassword)
    await expect(update(me, address(), 'wrong horse')).rejects.toMatchObject(refusedPassword)

    expect(await as(null).auth.login({ username: me.username, password })).toMatchObject({ role: 'admin' })
  })

  test('needs it by REST too, and says so', async () => {
    const app = await testApp()
    const headers = bearer(await signIn(await create()))

    const answer = await app.inject({
      method: 'PATCH',
      url: '/admin/profile',
      headers,
      payload: { username: address() },
    })

    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ fields: [{ path: 'current_password' }] })
  })

  test('signs in from then on', async () => {
    const [me, username] = [await create(), address()]

    expect(await update(me, username, password)).toMatchObject({ username })

    expect(await as(null).auth.login({ username, password })).toMatchObject({ username })
  })

  test('ends the other sessions and not this one', async () => {
    const app = await testApp()
    const me = await create()
    const [here, there] = [bearer(await signIn(me)), bearer(await signIn(me))]
    const payload = { username: address(), current_password: password }

    await app.inject({ method: 'PATCH', url: '/admin/profile', headers: here, payload })

    const status = async (headers: Record<string, string>) =>
      (await app.inject({ url: '/admin/profile', headers })).statusCode
    expect([await status(here), await status(there)]).toEqual([200, 401])
  })

  test('is announced to the old one', async () => {
    await using mailbox = await startMailbox()
    const mailer = await mailerOf(mailbox)
    const [me, username] = [await create(), address()]

    await update(me, username, password, { mailer })
    await dependencies.background.settled()

    expect(mailbox.mails.map(({ to }) => to)).toEqual([[me.username]])
    expect(mailbox.mails[0]?.source).not.toContain(username)
  })

  test('in other letters, which signs in as before, is announced to nobody', async () => {
    await using mailbox = await startMailbox()
    const mailer = await mailerOf(mailbox)
    const me = await create()

    await update(me, me.username.toUpperCase(), password, { mailer })
    await dependencies.background.settled()

    expect(mailbox.mails).toEqual([])
  })

  test('that is taken is refused, in any case', async () => {
    const [me, other] = [await create(), await createUser()]

    const renaming = update(me, other.username.toUpperCase(), password)

    await expect(renaming).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test.each(['author', 'editor'] as const)('does not tell an %s which are taken', async (role) => {
    const [me, other] = [await create(role), await createUser()]
    const answer = (username: string, current?: string) =>
      update(me, username, current).catch(({ code, message, fields }) => [code, message, fields])

    const answers = await Promise.all([
      answer(other.username, password),
      answer(address(), password),
      answer(other.username),
      answer(address()),
    ])

    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(answers[0]).toMatchObject(['CONFLICT', expect.stringContaining('Only an admin'), undefined])
  })

  test('fails when the password was reset during the check', async () => {
    const me = await create()
    const verify = async () => {
      await db.updateTable('users').set({ password_hash: 'another' }).where('id', '=', me.id).execute()
      return true
    }

    const renaming = update(me, address(), password, { passwords: { ...dependencies.passwords, verify } })

    await expect(renaming).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('can be tried five times in a quarter of an hour', async () => {
    const me = await create()
    const verify = async () => false
    const attempt = () =>
      update(me, address(), 'guess', { passwords: { ...dependencies.passwords, verify } }).catch(
        ({ code }) => code,
      )

    const codes = []
    for (let count = 0; count < 6; count++) codes.push(await attempt())

    expect(codes.slice(4)).toEqual(['VALIDATION_FAILED', 'TOO_MANY_REQUESTS'])
  })

  test('that is the same as before needs nothing', async () => {
    const me = await create('author')

    expect(await update(me, me.username)).toMatchObject({ username: me.username })
  })
})

describe('a change of password', () => {
  const change = (user: CurrentUser, current_password: string, new_password: string, overrides = {}) =>
    createCaller(contextOf(user, overrides)).profile.changePassword({ current_password, new_password })

  test('accepts the new one and no longer the old one', async () => {
    const me = await createUser({ password_hash })
    const { username } = me

    await change(me, password, 'battery staple')

    expect(await as(null).auth.login({ username, password: 'battery staple' })).toMatchObject({ username })
    await expect(as(null).auth.login({ username, password })).rejects.toThrow('Invalid username or password')
  })

  test('needs the current one', async () => {
    const me = await createUser({ password_hash })
    const problem = { code: 'VALIDATION_FAILED', fields: [{ path: 'current_password' }] }

    await expect(change(me, 'wrong horse', 'battery staple')).rejects.toMatchObject(problem)
  })

  test.each(['letmein', 'Password1', 'ada1843', 'thenightdesk'])('to %s is refused', async (next) => {
    const me = await createUser({ password_hash })

    const changing = change(me, password, next)

    await expect(changing).rejects.toMatchObject({ fields: [{ path: 'new_password' }] })
  })

  test('is announced by mail', async () => {
    await using mailbox = await startMailbox()
    const mailer = await mailerOf(mailbox)
    const me = await createUser({ password_hash })

    await change(me, password, 'battery staple', { mailer })
    await dependencies.background.settled()

    expect(mailbox.mails).toMatchObject([{ to: [me.username] }])
  })

  test('fails after a reset during the check', async () => {
    const me = await createUser({ password_hash })
    const verify = async () => {
      await db.updateTable('users').set({ password_hash: 'recovered' }).where('id', '=', me.id).execute()
      return true
    }

    const changing = change(me, password, 'battery staple', {
      passwords: { ...dependencies.passwords, verify },
    })

    await expect(changing).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('follows the minimum length of the site', async () => {
    const me = await createUser({ password_hash })

    const changing = change(me, password, 'staple', { password_min_length: 12 })

    const fields = [{ path: 'new_password', message: 'Password must be at least 12 characters long' }]
    await expect(changing).rejects.toMatchObject({ fields })
  })

  test('can be tried five times in a quarter of an hour', async () => {
    const me = await createUser({ password_hash })
    const tries = Array.from({ length: 6 }, () => change(me, 'wrong horse', 'battery staple'))

    const answers = await Promise.allSettled(tries)

    const codes = answers.map((answer) => answer.status === 'rejected' && answer.reason.code)
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(1)
  })
})
