import { contract, isQuery } from '@nightdesk/contracts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endpointsOf, splitRoute } from '../calls/endpoints.ts'
import type { CurrentUser } from '../context.ts'
import { fillUrl, rightInputs } from '../inputs/testing.ts'
import { bearer, createUser, db, signIn, testApp } from '../testing.ts'
import { addPasskey, codeOf, createAuthenticator, password, password_hash, site } from './testing.ts'

const app = await testApp({ site })
const create = () => createUser({ password_hash })

const post = (url: string, headers: Record<string, string>, payload: object = {}) =>
  app.inject({ method: 'POST', url: `/admin/profile${url}`, headers, payload })
/** A session that was opened eleven minutes ago. */
async function openOld(user: CurrentUser) {
  const headers = bearer(await signIn(user))
  await age(user)
  return headers
}

const age = ({ id }: CurrentUser) =>
  db
    .updateTable('sessions')
    .set({ confirmed_at: sql<string>`now() - interval '11 minutes'` })
    .where('user_id', '=', id)
    .execute()

const rows = endpointsOf(contract).filter(({ endpoint }) => endpoint.needsConfirmation)
const inputs = await rightInputs()

test.each(rows)('$endpoint.route is refused without a recent confirmation, and not with one', async (row) => {
  const headers = await openOld(await createUser({ role: 'admin', password_hash }))
  const input = { ...inputs[row.path], id: (await create()).id }
  const before = await callBoth(row, headers, input)
  await post('/confirmation', headers, { current_password: password })
  const after = await callBoth(row, headers, input)

  expect(before).toEqual(['409 CONFIRMATION_REQUIRED', '409 CONFIRMATION_REQUIRED'])
  for (const answer of after) expect(answer).toMatch(/^20\d|^404 NOT_FOUND|^409 CONFLICT/)
})

/** The answers of REST and tRPC: status and code. */
async function callBoth({ path, endpoint }: (typeof rows)[number], headers: object, payload: { id: number }) {
  const { method, url } = splitRoute(endpoint)
  const viaRest = await app.inject({ method, url: fillUrl(url, payload), headers: { ...headers }, payload })
  const viaTrpc = await app.inject({ method: 'POST', url: `/trpc/${path}`, headers: { ...headers }, payload })
  return [
    `${viaRest.statusCode} ${viaRest.json().code}`,
    `${viaTrpc.statusCode} ${viaTrpc.json().error?.data.code}`,
  ]
}

test('every change of accounts and factors needs one, but for what a confirmed attempt or a name allows', () => {
  const open = endpointsOf(contract)
    .filter(({ feature }) => feature === 'users' || feature === 'secondFactors')
    .filter(({ endpoint }) => !isQuery(endpoint) && !endpoint.needsConfirmation)
  expect(open.map(({ path }) => path)).toEqual([
    'secondFactors.confirm',
    'secondFactors.confirmationOptions',
    'secondFactors.confirmWithPasskey',
    'secondFactors.addPasskey',
    'secondFactors.renamePasskey',
    'secondFactors.addTotp',
  ])
})

test('what was begun after a confirmation is completed when it is no longer recent', async () => {
  const [user, passkey] = [await create(), createAuthenticator()]
  const headers = bearer(await signIn(user))
  const app = (await post('/totp/setup', headers)).json()
  const { attempt, options } = (await post('/passkeys/options', headers)).json()
  await age(user)
  const added = await post('/totp', headers, { attempt: app.attempt, code: codeOf(app.secret) })
  const name = { attempt, name: 'Laptop', passkey: passkey.create(options) }
  expect([added.statusCode, (await post('/passkeys', headers, name)).statusCode]).toEqual([201, 201])
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
