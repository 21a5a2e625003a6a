import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createPublishedArticle, createTestDb, NOON, passDays, recordViews } from '../testing.ts'
import { currentVisitors } from './current-visitors.ts'

const { db, close } = await createTestDb()
afterAll(close)

const [ANA, BEN, CAI] = [1, 2, 3] as const
const count = async (timezone = NOON) => (await currentVisitors(db, timezone)).visitors

test('a visitor who opened an article in the last five minutes is counted once, and not after that', async () => {
  const { id: article_id } = await createPublishedArticle(db, 'The Lamp')
  expect(await count()).toBe(0)
  await recordViews(db, [{ article_id, visitor: CAI }])
  await sql`update views set viewed_at = viewed_at - interval '301 seconds'`.execute(db)

  await recordViews(
    db,
    [ANA, BEN, ANA].map((visitor) => ({ article_id, visitor })),
  )
  await recordViews(db, [{ article_id, visitor: CAI, reason: 'bot' }])

  expect(await count()).toBe(2)
  await sql`update views set viewed_at = viewed_at - interval '1 day'`.execute(db)
  await passDays(db, 1)
  expect(await count()).toBe(0)
})

test('views that are dated tomorrow, as the site has moved to a time zone further west, hide no newer ones', async () => {
  const { id: article_id } = await createPublishedArticle(db, 'The Move')
  await passDays(db, 3)
  await recordViews(db, [
    { article_id, visitor: ANA },
    { article_id, visitor: BEN },
  ])
  await sql`update views set viewed_at = viewed_at - interval '1 hour'`.execute(db)
  await passDays(db, -1)

  await recordViews(db, [{ article_id, visitor: CAI }])

  expect(await count()).toBe(1)
  await sql`delete from views`.execute(db)
})

test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])('the time zone of the site may be %s', async (zone) => {
  const { id: article_id } = await createPublishedArticle(db, `In ${zone}`)
  await passDays(db, 3)
  await recordViews(db, [{ article_id, visitor: ANA }], zone)

  expect(await count(zone)).toBe(1)
  await sql`delete from views`.execute(db)
})
