import { expect, test } from 'vitest'
import { createUser, db, dependencies } from '../testing.ts'
import { createAuthenticator, from, password_hash, withPasskey } from './testing.ts'

const signIn = async (passkey: ReturnType<typeof createAuthenticator>, caller = from()) => {
  const { attempt, options } = await caller.auth.passkeyOptions({})
  return caller.auth.loginWithPasskey({ attempt, passkey: passkey.get(options) })
}

test('a passkey alone signs in without name and password, and is not asked for another factor', async () => {
  const { user, passkey } = await withPasskey()

  expect(await signIn(passkey)).toMatchObject({ username: user.username, token: expect.any(String) })
})

test('a passkey is refused when it was removed, or its account is disabled', async () => {
  const [removed, disabled] = [await withPasskey(), await withPasskey()]
  await db.deleteFrom('passkeys').where('user_id', '=', removed.user.id).execute()
  await db.updateTable('users').set({ status: 'disabled' }).where('id', '=', disabled.user.id).execute()

  for (const { passkey } of [removed, disabled])
    await expect(signIn(passkey)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
})

test('a passkey does not sign in twice with one answer', async () => {
  const { passkey } = await withPasskey()
  const { attempt, options } = await from().auth.passkeyOptions({})
  const answer = passkey.get(options)
  await from().auth.loginWithPasskey({ attempt, passkey: answer })

  const again = from().auth.loginWithPasskey({ attempt, passkey: answer })

  await expect(again).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
})

test.each([
  ['of another site', { origin: 'https://stories.evil.example' }],
  ['of the same site without https', { origin: 'http://stories.example' }],
  ['for another domain', { rpId: 'evil.example' }],
  ['without a fingerprint or PIN', { isVerifying: false }],
  ['made for a new passkey', { type: 'webauthn.create' }],
  ['signed by another key', { isForged: true }],
  ['of a copy, which has signed less often', { count: 0 }],
] as const)('a sign-in %s is refused, and the passkey stays', async (_, otherwise) => {
  const { passkey } = await withPasskey()
  await signIn(passkey)
  const { attempt, options } = await from().auth.passkeyOptions({})

  const hostile = from().auth.loginWithPasskey({ attempt, passkey: passkey.get(options, otherwise) })

  await expect(hostile).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
  expect(await signIn(passkey)).toMatchObject({ token: expect.any(String) })
})

test('an answer to the challenge of somebody else is refused', async () => {
  const { passkey } = await withPasskey()
  const [mine, theirs] = [await from().auth.passkeyOptions({}), await from().auth.passkeyOptions({})]

  const hostile = from().auth.loginWithPasskey({
    attempt: mine.attempt,
    passkey: passkey.get(theirs.options),
  })

  await expect(hostile).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
})

test.each([
  ['of another site', { origin: 'https://stories.evil.example' }],
  ['without a fingerprint or PIN', { isVerifying: false }],
])('an answer %s is refused', async (_, options) => {
  const user = await createUser({ password_hash })
  const { secondFactors } = from(user)
  const { attempt, options: creation } = await secondFactors.passkeyOptions({})

  const adding = secondFactors.addPasskey({
    attempt,
    name: 'Laptop',
    passkey: createAuthenticator(options).create(creation),
  })

  await expect(adding).rejects.toMatchObject({ fields: [{ path: 'passkey' }] })
})

test('a passkey needs https or localhost, and says so', async () => {
  const options = from(null, { site: dependencies.site }).auth.passkeyOptions({})

  await expect(options).rejects.toThrow(
    'Passkeys need a site with https and a domain name, or localhost. This one is http://127.0.0.1:3000 (SITE_URL).',
  )
})
