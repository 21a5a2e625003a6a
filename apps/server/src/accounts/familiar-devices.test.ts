import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { createDependencies } from '../context.ts'
import { createMailer } from '../mail/mailer.ts'
import { startMailbox } from '../mail/testing.ts'
import { connection, contextOf, createCaller, createUser, dependencies, log, testEnv } from '../testing.ts'

const password = 'correct horse'
const password_hash = await dependencies.passwords.hash(password)
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const home: Partial<Context> = { user_agent: FIREFOX, ip_prefix: '198.51.100.1' }

test('a sign-in from a new device is told by mail, but not the first one, nor the same device again', async () => {
  await using mailbox = await startMailbox()
  const mailer = await createMailer(mailbox.url, async () => ({
    name: 'The Night Desk',
    address: 'desk@example.org',
  }))
  const { username } = await createUser({ password_hash })
  const signIn = (from: Partial<Context>) =>
    createCaller(contextOf(null, { mailer, ...from })).auth.login({ username, password })

  await signIn(home)
  await signIn(home)
  await dependencies.background.settled()
  expect(mailbox.mails).toEqual([])

  await signIn({ ...home, ip_prefix: '203.0.113.77' })
  await signIn({ ...home, user_agent: '' })
  await dependencies.background.settled()
  const texts = mailbox.mails.map(({ to, source }) => [to, /lately: (.*?), on /.exec(source)?.[1]])
  expect(texts).toEqual(
    expect.arrayContaining([
      [[username], 'Firefox on Linux, from the network 203.0.113.77'],
      [[username], 'an unknown browser, from the network 198.51.100.1'],
    ]),
  )
})

test('networks and devices stay familiar when the signing secret changes', async () => {
  const env = { ...testEnv(), JWT_SECRET: 'another secret of more than 32 bytes' }

  const { limit_key } = await createDependencies(env, connection, log)

  expect(limit_key.equals(dependencies.limit_key)).toBe(true)
})
