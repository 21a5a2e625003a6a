import { readdir, readFile } from 'node:fs/promises'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { analyticsOverview } from '../analytics/overview.ts'
import { connect } from '../client.ts'
import { createDatabase, createPublishedArticle, recordViews } from '../testing.ts'
import { rebuildViews } from './rebuild.ts'

const MIGRATIONS = new URL('../../../../migrations/', import.meta.url)

test('a site that counted before there was a ledger keeps its views, and every figure is made from them', async () => {
  const { owner_url, drop } = await createDatabase()
  const { db, pool, close } = connect(owner_url)
  const names = (await readdir(MIGRATIONS)).sort()
  const run = async (name: string) => sql.raw(await readFile(new URL(name, MIGRATIONS), 'utf8')).execute(db)
  for (const name of names.filter((name) => name < '0007')) await run(name)
  const { id, version_id } = await createPublishedArticle(db, 'The Lamp')
  for (const [visitor, daysAgo] of [
    [1, 3],
    [2, 3],
    [1, 0],
  ] as const) {
    await sql`
      insert into views (viewed_at, day, article_id, version_id, visitor_hash, referrer, user_agent_family)
      select now() - interval '1 day' * ${daysAgo}::int, current_date - ${daysAgo}::int, ${id}, ${version_id},
        ${Buffer.alloc(16, visitor)}, 'https://news.example', 'Firefox'`.execute(db)
  }

  for (const name of names.filter((name) => name > '0007')) await run(name)
  await runMigrations({ pgPool: pool })

  const week = await analyticsOverview(db, 'UTC', '7', null)
  expect(week).toMatchObject({
    views: { value: 3 },
    visitors: { value: 2 },
    return_rate: { value: 50 },
    pages: [{ article_id: id, views: 3, unique_views: 2 }],
    devices: [{ value: 'Unknown', views: 3 }],
    referrers: [{ value: 'https://news.example', views: 3 }],
  })
  expect((await rebuildViews(db, { ...week.current })).differences).toEqual({})
  // Who was counted then is known now.
  await recordViews(db, [{ article_id: id, visitor: 2 }], 'UTC')
  expect(await analyticsOverview(db, 'UTC', '7', null)).toMatchObject({
    visitors: { value: 2 },
    return_rate: { value: 100 },
    pages: [{ article_id: id, views: 4, unique_views: 2 }],
  })
  await close()
  await drop()
})
