import { createHash, createSecretKey, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { db, dependencies } from '../testing.ts'
import { consume, type Limit, release } from './limits.ts'

const limit = (who: string, max = 3) => ({ name: 'test', who, max, window: 60 })
const use = (who: string) =>
  consume(dependencies, [limit(who)]).then(
    () => 'fine',
    (error) => error.code,
  )

describe('a limit', () => {
  test('allows exactly its number, also of concurrent uses', async () => {
    const uses = await Promise.all(Array.from({ length: 5 }, () => use('many')))

    expect(uses.sort()).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS', 'fine', 'fine', 'fine'])
  })

  test('names the seconds until its window ends', async () => {
    for (let count = 0; count < 3; count++) await use('waiting')

    const refused = await consume(dependencies, [limit('waiting')]).catch((error) => error)

    expect(refused.retryAfter).toBeGreaterThan(50)
    expect(refused.retryAfter).toBeLessThanOrEqual(60)
  })

  test('begins anew when its window has passed', async () => {
    for (let count = 0; count < 4; count++) await use('patient')
    await db
      .updateTable('rate_limits')
      .set({ window_start: new Date(0).toISOString() })
      .execute()

    expect(await use('patient')).toBe('fine')
  })

  test('counts a released use again, and never below zero', async () => {
    await release(dependencies, [limit('good')])
    for (let count = 0; count < 3; count++) await use('good')
    await release(dependencies, [limit('good'), limit('nobody')])

    expect([await use('good'), await use('good')]).toEqual(['fine', 'TOO_MANY_REQUESTS'])
  })

  test('is separate for each account or network', async () => {
    for (let count = 0; count < 4; count++) await use('busy')

    expect(await use('idle')).toBe('fine')
  })

  test('stores no readable account or network', async () => {
    await use('ada@example.org 203.0.113.7')

    const rows = await db.selectFrom('rate_limits').select('key').execute()
    expect(JSON.stringify(rows)).not.toMatch(/ada|203/)
  })
})

describe('of several limits', () => {
  const narrow = (who: string) => ({ ...limit(who, 1), name: 'narrow' })
  const attempt = (...limits: Limit[]) =>
    consume(dependencies, limits).then(
      () => 'fine',
      (error) => error.code,
    )

  test('the first reached limit refuses, and names its wait', async () => {
    const longer = { ...limit('both', 1), window: 600 }
    await attempt(narrow('both'), longer)

    await expect(consume(dependencies, [narrow('both'), longer])).rejects.toMatchObject({ retryAfter: 60 })
    await expect(consume(dependencies, [longer])).rejects.toMatchObject({ retryAfter: 600 })
  })

  test('none counts what another has refused, in any order', async () => {
    await attempt(narrow('full'))

    for (let count = 0; count < 9; count++) await attempt(limit('before'), narrow('full'), limit('after'))

    expect(await Promise.all(['before', 'after'].flatMap((who) => [use(who), use(who), use(who)]))).toEqual(
      Array.from({ length: 6 }, () => 'fine'),
    )
  })

  test('a refusal beside a success leaves room for the next', async () => {
    await use('room')
    await use('room')
    await use('room')
    await use('room')
    await release(dependencies, [limit('room')])

    expect(await use('room')).toBe('fine')
  })
})

test('the database alone does not allow a search for an address among the keys', async () => {
  const other = { db, limit_key: createSecretKey(randomBytes(32)) }
  await consume(dependencies, [limit('203.0.113.7', 1)])

  await expect(consume(other, [limit('203.0.113.7', 1)])).resolves.toBeUndefined()
  const keys = (await db.selectFrom('rate_limits').select('key').execute()).map(({ key }) => key)
  const plain = createHash('sha256').update('203.0.113.7').digest('base64url')
  expect(keys).not.toContain(`test:${plain}`)
})
