import { describe, expect, test } from 'vitest'
import { createMailer } from '../mail/mailer.ts'
import { startMailbox } from '../mail/testing.ts'
import { as, contextOf, createCaller, createUser, db, dependencies } from '../testing.ts'

const admin = await createUser({ role: 'admin', full_name: 'Wanjiru Kamau' })
const api = as(admin).users
const person = (username = `${crypto.randomUUID()}@example.org`) =>
  ({ username, full_name: 'Ben', role: 'author' }) as const
const tokenOf = ({ url }: { url: string }) => url.split('#').at(-1) ?? ''
const conflict = { code: 'CONFLICT' }

const isGood = (kind: 'invite' | 'reset', link: { url: string }) =>
  as(null)
    .auth.readLink({ kind, token: tokenOf(link) })
    .then(() => true)
    .catch(() => false)

/** The API of a site that mails through this server. */
const withMail = async (url: string) => {
  const mailer = await createMailer(url, async () => ({
    name: 'The Night Desk',
    address: 'nightdesk@example.org',
  }))
  return createCaller(contextOf(admin, { mailer })).users
}

describe('an account created without a password', () => {
  test('is invited by a link that is valid for three days', async () => {
    const { invite, is_invited } = await api.create(person())

    expect(is_invited).toBe(true)
    expect(invite).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/accept-invite#[\w-]{43}$/),
      mail: 'off',
    })
    const hours = (Date.parse(invite?.expires_at ?? '') - Date.now()) / 3_600_000
    expect(hours).toBeCloseTo(72, 1)
  })

  test('gets the link by mail, too', async () => {
    await using mailbox = await startMailbox()
    const { username, invite } = await (await withMail(mailbox.url)).create(person())

    expect(invite?.mail).toBe('sent')
    expect(mailbox.mails).toMatchObject([{ to: [username] }])
    expect(mailbox.mails[0]?.source).toContain('Subject: Wanjiru Kamau invites you to The Night Desk')
    expect(mailbox.mails[0]?.source).toContain(invite?.url)
  })

  test('exists, and the answer has the link, when the mail fails', async () => {
    await using mailbox = await startMailbox()
    mailbox.refuse()

    const { id, invite } = await (await withMail(mailbox.url)).create(person())

    expect(invite).toMatchObject({ mail: 'failed', url: expect.stringContaining('/accept-invite#') })
    expect((await api.list({})).map((user) => user.id)).toContain(id)
  })

  test('leaves nothing of the link in the database but its hash', async () => {
    const { id, invite } = await api.create(person())

    const [row] = await db.selectFrom('one_time_tokens').where('user_id', '=', id).selectAll().execute()
    const [line] = await db.selectFrom('audit_log').where('target', '=', `user:${id}`).selectAll().execute()

    expect(row).toMatchObject({ kind: 'invite', hash: expect.any(Buffer) })
    expect(JSON.stringify([row, line])).not.toContain(tokenOf(invite ?? { url: 'none' }))
  })
})

describe('another invitation', () => {
  test('works, and the one before does not any more', async () => {
    const { id, invite } = await api.create(person())

    const link = await api.inviteLink({ id })

    expect([await isGood('invite', invite ?? link), await isGood('invite', link)]).toEqual([false, true])
  })

  test('is refused for an account with a password, or a disabled one', async () => {
    const { id } = await createUser({ password_hash: 'a hash' })
    const { id: disabled } = await createUser({ status: 'disabled' })

    await expect(api.inviteLink({ id })).rejects.toMatchObject(conflict)
    await expect(api.inviteLink({ id: disabled })).rejects.toMatchObject(conflict)
  })
})

describe('a reset link', () => {
  test('is valid for an hour', async () => {
    const { id } = await createUser({ password_hash: 'a hash' })

    const link = await api.resetLink({ id })

    expect(link.url).toMatch(/\/reset-password#[\w-]{43}$/)
    expect((Date.parse(link.expires_at) - Date.now()) / 60_000).toBeCloseTo(60, 0)
    expect(await isGood('reset', link)).toBe(true)
  })

  test('is refused for the own account: the profile asks for the password', async () => {
    const self = await createUser({ role: 'admin', password_hash: 'a hash' })

    await expect(as(self).users.resetLink({ id: self.id })).rejects.toMatchObject(conflict)
  })

  test('is refused for an account with an open invitation', async () => {
    const { id } = await createUser({ password_hash: null })

    await expect(api.resetLink({ id })).rejects.toMatchObject(conflict)
  })
})

describe('a link ends', () => {
  test.each([
    ['is disabled', { status: 'disabled' }],
    ['gets another e-mail', { username: 'somebody.else@example.org' }],
  ] as const)('when its account %s', async (_what, change) => {
    const { id } = await createUser({ password_hash: 'a hash' })
    const link = await api.resetLink({ id })

    await api.update({ id, ...change })
    await api.update({ id, status: 'active' })

    expect(await isGood('reset', link)).toBe(false)
  })

  test('when its user changes the e-mail in the profile', async () => {
    const password = 'correct horse'
    const user = await createUser({
      role: 'admin',
      password_hash: await dependencies.passwords.hash(password),
    })
    const link = await api.resetLink({ id: user.id })

    const username = `${crypto.randomUUID()}@example.org`
    await as(user).profile.update({ username, current_password: password })

    expect(await isGood('reset', link)).toBe(false)
  })
})
