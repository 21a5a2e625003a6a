import { describe, expect, test } from 'vitest'
import { consume, release } from './limits.ts'
import { db } from './testing.ts'

const limit = (who: string, max = 3) => ({ name: 'test', who, max, window: 60 })
const use = (who: string) =>
  consume(db, [limit(who)]).then(
    () => 'fine',
    (error) => error.code,
  )

describe('a limit', () => {
  test('lets as many through as it says, also at the same moment', async () => {
    const uses = await Promise.all(Array.from({ length: 5 }, () => use('many')))

    expect(uses.sort()).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS', 'fine', 'fine', 'fine'])
  })

  test('tells the seconds until its window ends', async () => {
    for (let count = 0; count < 3; count++) await use('waiting')

    const refused = await consume(db, [limit('waiting')]).catch((error) => error)

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

  test('counts again what was given back, and never below zero', async () => {
    await release(db, [limit('good')])
    for (let count = 0; count < 3; count++) await use('good')
    await release(db, [limit('good'), limit('nobody')])

    expect([await use('good'), await use('good')]).toEqual(['fine', 'TOO_MANY_REQUESTS'])
  })

  test('is each one’s own', async () => {
    for (let count = 0; count < 4; count++) await use('busy')

    expect(await use('idle')).toBe('fine')
  })

  test('leaves nothing readable of who was counted', async () => {
    await use('ada@example.org 203.0.113.7')

    const rows = await db.selectFrom('rate_limits').select('key').execute()
    expect(JSON.stringify(rows)).not.toMatch(/ada|203/)
  })
})

test('of several limits the longest wait is told', async () => {
  const limits = [limit('both', 0), { ...limit('both', 0), name: 'longer', window: 600 }]

  await expect(consume(db, limits)).rejects.toMatchObject({ retryAfter: 600 })
})
