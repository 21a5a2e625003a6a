import { describe, expect, test } from 'vitest'
import type { Context, CurrentUser } from '../context.ts'
import { createMailer } from '../mail/mailer.ts'
import { startMailbox } from '../mail/testing.ts'
import { createUser, db, dependencies, untilWaiting } from '../testing.ts'
import { addPasskey, addTotp, codeOf, createAuthenticator, from, password, password_hash } from './testing.ts'

const create = () => createUser({ password_hash })
const as = (user: CurrentUser, overrides: Partial<Context> = {}) => from(user, overrides).secondFactors

test('an account has none at first', async () => {
  expect(await as(await create()).get({})).toEqual({
    passkeys: [],
    totp: null,
    keys: [],
    recovery_codes: 0,
    is_required: false,
    passkey_problem: null,
  })
})

describe('the first factor', () => {
  test.each([
    ['a passkey', (user: CurrentUser) => addPasskey(user)],
    ['an authenticator app', async (user: CurrentUser) => (await addTotp(user)).recovery_codes],
  ])('%s comes with ten recovery codes, shown once', async (_, add) => {
    const user = await create()

    const recovery_codes = await add(user)

    expect(recovery_codes).toHaveLength(10)
    expect(new Set(recovery_codes).size).toBe(10)
    for (const code of recovery_codes)
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
    expect(JSON.stringify(await as(user).get({}))).not.toContain(recovery_codes[0])
    expect(await as(user).get({})).toMatchObject({ recovery_codes: 10 })
  })

  test('is followed by others without new codes', async () => {
    const user = await create()
    await addTotp(user)

    expect(await addPasskey(user)).toEqual([])
    expect(await as(user).get({})).toMatchObject({ passkeys: [{ name: 'Laptop' }], recovery_codes: 10 })
  })
})

test('of two that are added at once, one is the first and comes with codes, which all work', async () => {
  const user = await create()
  const { recovery_codes } = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').where('id', '=', user.id).select('id').forUpdate().execute()
    const adding = Promise.all([addPasskey(user), addTotp(user).then((added) => added.recovery_codes)])
    await untilWaiting(2)
    return { recovery_codes: adding }
  })

  expect((await recovery_codes).map((codes) => codes.length).sort()).toEqual([0, 10])
})

describe('an authenticator app', () => {
  test('is added with its first code only', async () => {
    const user = await create()
    const { attempt, secret, url } = await as(user).startTotp({})

    const adding = as(user).addTotp({ attempt, code: '000000' })

    await expect(adding).rejects.toMatchObject({ fields: [{ path: 'code' }] })
    expect(url).toMatch(new RegExp(`^otpauth://totp/.*secret=${secret}`))
    expect(await as(user).get({})).toMatchObject({ totp: null })
  })

  test('is stored encrypted', async () => {
    const user = await create()
    const { secret } = await addTotp(user)

    const row = await db
      .selectFrom('totp_secrets')
      .where('user_id', '=', user.id)
      .selectAll()
      .executeTakeFirst()

    expect(row?.secret).not.toContain(secret)
    expect(await dependencies.encryption.decrypt(row?.secret ?? '')).toBe(secret)
  })

  test('of somebody else cannot be added, nor a second one', async () => {
    const [user, other] = [await create(), await create()]
    const theirs = await as(other).startTotp({})
    const code = codeOf(theirs.secret)

    await expect(as(user).addTotp({ attempt: theirs.attempt, code })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await addTotp(user)
    await expect(addTotp(user)).rejects.toThrow('You have an authenticator app already')
  })
})

test('a passkey is added once', async () => {
  const [user, passkey] = [await create(), createAuthenticator()]
  await addPasskey(user, passkey)

  await expect(addPasskey(user, passkey)).rejects.toThrow('This passkey was added already')
})

test('a passkey is renamed', async () => {
  const user = await create()
  await addPasskey(user)
  const [passkey] = (await as(user).get({})).passkeys

  await as(user).renamePasskey({ id: passkey?.id ?? 0, name: ' Old laptop ' })

  expect(await as(user).get({})).toMatchObject({ passkeys: [{ name: 'Old laptop' }] })
})

test('no two passkeys or keys of one person have the same name, so that each can be told from the others', async () => {
  const user = await create()
  const keys = from(user).keys
  for (let number = 0; number < 3; number++) await addPasskey(user)
  for (let number = 0; number < 2; number++) await keys.create({ name: 'é'.repeat(100), scope: 'read' })
  const [first, second] = (await as(user).get({})).passkeys

  await as(user).renamePasskey({ id: second?.id ?? 0, name: 'Laptop' })
  await as(user).renamePasskey({ id: first?.id ?? 0, name: 'Laptop' })

  const names = (named: { name: string }[]) => named.map(({ name }) => name).sort()
  expect(names((await as(user).get({})).passkeys)).toEqual(['Laptop', 'Laptop 2', 'Laptop 3'])
  expect(names(await keys.list({}))).toEqual([`${'é'.repeat(95)} 2`, 'é'.repeat(100)])
})

test('nobody renames or removes a passkey of somebody else', async () => {
  const [user, other] = [await create(), await create()]
  await addPasskey(other)
  const [passkey] = (await as(other).get({})).passkeys

  const id = passkey?.id ?? 0
  const missing = { code: 'NOT_FOUND' }
  await expect(as(user).renamePasskey({ id, name: 'Mine' })).rejects.toMatchObject(missing)
  await expect(as(user).removePasskey({ id })).rejects.toMatchObject(missing)
})

test('with the last factor the recovery codes go, and the password signs in alone', async () => {
  const user = await create()
  await addTotp(user)
  await addPasskey(user)
  const [passkey] = (await as(user).get({})).passkeys

  await as(user).removeTotp({})
  expect(await as(user).get({})).toMatchObject({ recovery_codes: 10 })
  await as(user).removePasskey({ id: passkey?.id ?? 0 })

  expect(await as(user).get({})).toMatchObject({ passkeys: [], totp: null, recovery_codes: 0 })
  expect(await from().auth.login({ username: user.username, password })).toMatchObject({
    username: user.username,
  })
})

test('new recovery codes replace the ones before, and need a factor', async () => {
  const user = await create()
  await expect(as(user).renewRecoveryCodes({})).rejects.toThrow('Add one first')
  const first = await addTotp(user)

  const { recovery_codes } = await as(user).renewRecoveryCodes({})

  expect(recovery_codes).toHaveLength(10)
  expect(recovery_codes).not.toContain(first.recovery_codes[0])
})

test('every change is announced by mail', async () => {
  await using mailbox = await startMailbox()
  const mailer = await createMailer(mailbox.url, async () => ({
    name: 'The Night Desk',
    address: 'desk@example.org',
  }))
  const user = await create()

  await addTotp(user, { mailer })
  await addPasskey(user, createAuthenticator(), { mailer })
  await as(user, { mailer }).renewRecoveryCodes({})
  await as(user, { mailer }).removeTotp({})
  await from(user, { mailer }).keys.create({ name: 'Newsletter', scope: 'read' })
  await dependencies.background.settled()

  const sent = mailbox.mails.map(({ to, source }) => [
    to[0],
    /(An|A|The|New) [a-z ]+ (was|were) \w+/.exec(source)?.[0],
  ])
  expect(sent.sort()).toEqual(
    [
      'A key for scripts was made',
      'A passkey was added',
      'An authenticator app was added',
      'New recovery codes were made',
      'The authenticator app was removed',
    ]
      .map((text) => [user.username, text])
      .sort(),
  )
})
