import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { createMailer } from '../mail/mailer.ts'
import { startMailbox } from '../mail/testing.ts'
import { as, contextOf, createCaller, createUser, db, dependencies, testApp } from '../testing.ts'

const mailbox = await startMailbox()
const mailer = await createMailer(mailbox.url, async () => ({
  name: 'The Night Desk',
  address: 'nightdesk@example.org',
}))

/** Asks, by default from a new network. */
let networks = 0
const from = (overrides: Partial<Context> = {}) =>
  createCaller(contextOf(null, { ip_prefix: `198.51.100.${networks++}`, mailer, ...overrides })).auth

const mailsTo = (username: string) => mailbox.mails.filter(({ to }) => to.includes(username))

test('mails a link to choose a new password', async () => {
  const { username } = await createUser({ password_hash: 'a hash' })

  await from().forgotPassword({ username: username.toUpperCase() })
  await dependencies.background.settled()

  const [mail] = mailsTo(username)
  const token = /\/reset-password#([\w-]{43})/.exec(mail?.source ?? '')?.[1] ?? ''
  await as(null).auth.resetPassword({ token, password: 'battery staple' })
  expect(await as(null).auth.login({ username, password: 'battery staple' })).toMatchObject({ username })
})

test.each(['disabled', 'suspended', 'deleted'] as const)('mails nothing to a %s account', async (status) => {
  const { username } = await createUser({ status, password_hash: 'a hash' })

  await from().forgotPassword({ username })
  await dependencies.background.settled()

  expect(mailsTo(username)).toEqual([])
})

test('the answer is the same for every address, byte for byte', async () => {
  const app = await testApp({ mailer })
  const { username: known } = await createUser({ password_hash: 'a hash' })
  const { username: disabled } = await createUser({ status: 'disabled' })
  const ask = (username: string) =>
    app.inject({ method: 'POST', url: '/admin/forgot-password', payload: { username } })

  const answers = await Promise.all([known, disabled, 'nobody@example.org'].map(ask))

  expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
    Array.from({ length: 3 }, () => [200, '{"success":true}']),
  )
})

test('the answer does not wait for work that depends on the account', async () => {
  const { id, username } = await createUser({ password_hash: 'a hash' })
  const waiting: (() => Promise<unknown>)[] = []
  const run = (_log: unknown, work: () => Promise<unknown>) => waiting.push(work)
  const ask = from({ background: { ...dependencies.background, run } })

  await ask.forgotPassword({ username })
  await ask.forgotPassword({ username: 'nobody@example.org' })

  const links = db.selectFrom('one_time_tokens').where('user_id', '=', id).selectAll()
  expect([waiting.length, await links.execute()]).toEqual([2, []])
})

test('mails no link to somebody who has not accepted an invitation', async () => {
  const { id, username } = await createUser({ password_hash: null })

  await from().forgotPassword({ username })
  await dependencies.background.settled()

  expect(mailsTo(username)).toEqual([])
  expect(await db.selectFrom('one_time_tokens').where('user_id', '=', id).selectAll().execute()).toEqual([])
})

test('mails no link to an email that was changed while the work waited', async () => {
  const { id, username } = await createUser({ password_hash: 'a hash' })
  const waiting: (() => Promise<unknown>)[] = []
  const run = (_log: unknown, work: () => Promise<unknown>) => waiting.push(work)
  await from({ background: { ...dependencies.background, run } }).forgotPassword({ username })

  await as(await createUser({ role: 'admin' })).users.update({ id, username: `new.${username}` })
  await Promise.all(waiting.map((work) => work()))

  expect(mailsTo(username)).toEqual([])
  const links = db.selectFrom('one_time_tokens').where('user_id', '=', id).selectAll()
  expect(await links.execute()).toEqual([])
})

describe('asking', () => {
  const ask = (username: string, ip_prefix: string) =>
    from({ ip_prefix })
      .forgotPassword({ username })
      .then(() => 'asked')
      .catch(({ code }) => code)

  test.each([
    ['an account', async () => (await createUser({ password_hash: 'a hash' })).username],
    ['nobody', async () => 'somebody.unknown@example.org'],
  ])('is limited to five times for %s from one network', async (_who, prepare) => {
    const username = await prepare()
    const network = `203.0.113.${networks++}`
    for (let count = 0; count < 5; count++) await ask(username, network)

    const answers = [await ask(username.toUpperCase(), network), await ask(username, '203.0.113.250')]

    expect(answers).toEqual(['TOO_MANY_REQUESTS', 'asked'])
    // A quarter of an hour later, and once more.
    for (const left of [5, 0]) {
      await sql`update rate_limits set window_start = window_start - interval '20 minutes'`.execute(db)
      const later = await Promise.all([1, 2, 3, 4, 5].map(() => ask(username, network)))
      expect(later.filter((answer) => answer === 'asked')).toHaveLength(left)
    }
    await dependencies.background.settled()
  })
})

test('the page can read whether the site sends mail', async () => {
  expect(await from().recovery({})).toEqual({ by_mail: true })
  expect(await as(null).auth.recovery({})).toEqual({ by_mail: false })
})
