import { expect, test } from 'vitest'
import { createMailer } from '../mail/mailer.ts'
import { startMailbox } from '../mail/testing.ts'
import { as, contextOf, createCaller, createUser, db, dependencies } from '../testing.ts'

const password = 'correct horse'
const password_hash = await dependencies.passwords.hash(password)
const admin = await createUser({ role: 'admin' })

async function createWithTotp() {
  const user = await createUser({ password_hash })
  await db.insertInto('totp_secrets').values({ user_id: user.id, secret: 'a', last_step: 0 }).execute()
  return user
}

test('the list says who has a second factor, and an admin’s reset lets the password sign in alone', async () => {
  const { id, username } = await createWithTotp()
  const row = (await as(admin).users.list({})).find((user) => user.id === id)

  const reset = await as(admin).users.resetSecondFactor({ id })

  expect([row?.has_second_factor, reset.has_second_factor]).toEqual([true, false])
  expect(await as(null).auth.login({ username, password })).toMatchObject({ username })
})

test('it is told by mail', async () => {
  await using mailbox = await startMailbox()
  const mailer = await createMailer(mailbox.url, async () => ({
    name: 'The Night Desk',
    address: 'desk@example.org',
  }))
  const { id, username } = await createWithTotp()

  await createCaller(contextOf(admin, { mailer })).users.resetSecondFactor({ id })
  await dependencies.background.settled()

  expect(mailbox.mails).toMatchObject([{ to: [username], source: expect.stringContaining('were removed') }])
})

test('an admin does not reset the own, nor what is not there', async () => {
  const { id } = await createUser()
  const { resetSecondFactor } = as(admin).users

  await expect(resetSecondFactor({ id: admin.id })).rejects.toThrow('in your profile')
  await expect(resetSecondFactor({ id })).rejects.toThrow('This account has no second factor')
})
