import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CurrentUser } from '../context.ts'
import { addPasskey, createAuthenticator, password, password_hash, site } from '../factors/testing.ts'
import { bearer, createUser, db, signIn, testApp } from '../testing.ts'

const app = await testApp({ site })
const create = () => createUser({ password_hash })

const post = (url: string, headers: Record<string, string>, payload: object = {}) =>
  app.inject({ method: 'POST', url: `/admin/profile${url}`, headers, payload })
/** A session that was opened an hour ago. */
async function openOld(user: CurrentUser) {
  const headers = bearer(await signIn(user))
  await db
    .updateTable('sessions')
    .set({ confirmed_at: sql<string>`now() - interval '11 minutes'` })
    .where('user_id', '=', user.id)
    .execute()
  return headers
}

test.each([
  ['POST', '/passkeys/options'],
  ['POST', '/totp/setup'],
  ['DELETE', '/totp'],
  ['DELETE', '/passkeys/1'],
  ['POST', '/recovery-codes'],
] as const)('%s %s needs a recent confirmation', async (method, url) => {
  const headers = await openOld(await create())

  const answer = await app.inject({ method, url: `/admin/profile${url}`, headers })

  expect([answer.statusCode, answer.json().code]).toEqual([409, 'CONFIRMATION_REQUIRED'])
})

test('the password confirms, for this session only', async () => {
  const user = await create()
  const [here, there] = [await openOld(user), await openOld(user)]

  const wrong = await post('/confirmation', here, { current_password: 'wrong horse' })
  const right = await post('/confirmation', here, { current_password: password })

  expect([wrong.statusCode, right.statusCode]).toEqual([422, 200])
  expect((await post('/totp/setup', here)).statusCode).toBe(200)
  expect((await post('/totp/setup', there)).statusCode).toBe(409)
})

test('a passkey of the account confirms, and no other', async () => {
  const [user, mine, theirs] = [await create(), createAuthenticator(), createAuthenticator()]
  await addPasskey(user, mine)
  await addPasskey(await create(), theirs)
  const headers = await openOld(user)
  const confirm = async (passkey: typeof mine) => {
    const { attempt, options } = (await post('/confirmation/passkey-options', headers)).json()
    return post('/confirmation/passkey', headers, { attempt, passkey: passkey.get(options) })
  }

  const answers = [await confirm(theirs), await confirm(mine)]

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 200])
  expect((await post('/totp/setup', headers)).statusCode).toBe(200)
})

test('five wrong passwords in a quarter of an hour are the limit', async () => {
  const headers = await openOld(await create())
  const statuses = []
  for (let count = 0; count < 6; count++)
    statuses.push((await post('/confirmation', headers, { current_password: 'wrong horse' })).statusCode)

  expect(statuses.slice(4)).toEqual([422, 429])
})
