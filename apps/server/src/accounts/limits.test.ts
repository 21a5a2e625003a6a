import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { contextOf, createCaller, createUser, db, dependencies } from '../testing.ts'

const password = 'correct horse'
const wrong = 'wrong horse'
let checks = 0
/** Every account has this hash: these tests count checked passwords. */
const passwords: Context['passwords'] = {
  ...dependencies.passwords,
  verify: async (hash, tried) => {
    checks++
    return hash !== null && tried === password
  },
  isOutdated: () => false,
}

beforeEach(async () => {
  checks = 0
  await db.deleteFrom('rate_limits').execute()
})

const createOwner = () => createUser({ password_hash: 'a hash' })
const network = (number: number) => `198.51.100.${number}`
const HOME = '203.0.113.1'

const login = (username: string, tried: string, ip_prefix: string) =>
  createCaller(contextOf(null, { ip_prefix, passwords }))
    .auth.login({ username, password: tried })
    .then(() => 'let in')
    .catch(({ code }) => code as string)

async function attack(username: string, networks: number, times = 10) {
  for (let number = 0; number < networks; number++)
    for (let count = 0; count < times; count++) await login(username, wrong, network(number))
}

describe('guesses at an account', () => {
  test('51 from one network do not lock the owner out elsewhere', async () => {
    const { username } = await createOwner()

    await attack(username, 1, 51)

    expect(checks).toBe(10)
    expect(await login(username, password, HOME)).toBe('let in')
  })

  test('at invented accounts leave no more rows than one network may try', async () => {
    for (let number = 0; number < 60; number++) await login(`${number}@example.org`, wrong, network(1))

    // One of the network, and two of each account that was tried.
    expect(await db.selectFrom('rate_limits').select('key').execute()).toHaveLength(101)
  })

  test('from many networks do not lock the owner out where they sign in', async () => {
    const { username } = await createOwner()
    await login(username, password, HOME)

    await attack(username, 6)

    expect(await login(username, password, network(99)), 'from elsewhere').toBe('TOO_MANY_REQUESTS')
    expect(await login(username, password, HOME)).toBe('let in')
  })

  test.each([
    ['a known account', async () => (await createOwner()).username],
    ['nobody', async () => 'somebody.unknown@example.org'],
  ])(
    'are checked at most 50 times for %s, from familiar and strange networks together',
    async (_who, find) => {
      const username = await find()
      for (let number = 0; number < 6; number++) await login(username, password, network(number))
      await db.deleteFrom('rate_limits').execute()
      checks = 0

      await attack(username, 10, 11)

      expect(checks).toBeLessThanOrEqual(50)
      expect(checks).toBeGreaterThanOrEqual(30)
    },
  )

  test('are checked as often for an existing account as for a missing one', async () => {
    const { username } = await createOwner()
    await attack(username, 6, 11)
    const known = checks

    await db.deleteFrom('rate_limits').execute()
    checks = 0
    await attack('nobody@example.org', 6, 11)

    expect(checks).toBe(known)
  })

  test('of one person do not use up the guesses of others on the network', async () => {
    const [{ username: victim }, { username: other }] = [await createOwner(), await createOwner()]

    await attack(victim, 1, 30)

    expect(await login(other, password, network(0))).toBe('let in')
  })
})

describe('a network is familiar', () => {
  const isFamiliar = async ({ id }: { id: number }) => {
    const rows = await db.selectFrom('familiar_networks').where('user_id', '=', id).selectAll().execute()
    return rows.length
  }

  test('is stored per account, as a hash', async () => {
    const owner = await createOwner()
    await login(owner.username, password, HOME)
    await login(owner.username, password, HOME)
    await login(owner.username, wrong, network(1))

    const rows = await db
      .selectFrom('familiar_networks')
      .where('user_id', '=', owner.id)
      .select('network')
      .execute()

    expect(rows).toHaveLength(1)
    expect(rows[0]?.network.toString('latin1')).not.toContain('203')
  })

  test('until a month has passed', async () => {
    const { id, username } = await createOwner()
    await login(username, password, HOME)
    await db
      .updateTable('familiar_networks')
      .set({ last_signed_in: sql`now() - interval '31 days'` })
      .where('user_id', '=', id)
      .execute()

    await attack(username, 4)

    expect(await login(username, password, HOME)).toBe('TOO_MANY_REQUESTS')
  })

  test('only where the password was changed, after a change', async () => {
    const owner = await createUser({ password_hash: await dependencies.passwords.hash(password) })
    for (const from of [HOME, network(1)]) await login(owner.username, password, from)
    const before = await isFamiliar(owner)

    const payload = { current_password: password, new_password: 'battery staple' }
    await createCaller(contextOf(owner)).profile.changePassword(payload)

    expect([before, await isFamiliar(owner)]).toEqual([2, 1])
  })
})
