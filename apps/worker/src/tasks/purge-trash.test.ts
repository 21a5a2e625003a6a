import { analyticsOverview, articleAnalytics, rebuildViews, recountableDays, summarise } from '@nightdesk/db'
import { asOwner, createPublishedArticle, NOON, recordViews } from '@nightdesk/db/testing'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addImage, ago, createArticle, createUser, ctx, DAY, db, owner_url } from '../testing.ts'
import { purgeTrash } from './maintenance.ts'
import { reconcileStorage } from './reconcile-storage.ts'

beforeEach(async () => {
  await db.deleteFrom('articles').execute()
  await asOwner(owner_url, sql`truncate audit_log`)
})

test('an article is deleted after 30 days in the trash, with its versions, passages and working copies', async () => {
  const old = await createArticle('The Wick')
  await addPassage(old)
  await addWorkingCopy(old)
  await trash(old, 30 * DAY + 1)
  const recent = await createArticle('The Lamp')
  await trash(recent, 30 * DAY - 60)
  const kept = await createArticle('The Tide')

  await purgeTrash(ctx, {})

  const articles = await db.selectFrom('articles').select('id').orderBy('id').execute()
  expect(articles).toEqual([{ id: recent }, { id: kept }])
  for (const table of ['article_versions', 'passages', 'working_copies'] as const)
    expect(await db.selectFrom(table).select('article_id').where('article_id', '=', old).execute()).toEqual(
      [],
    )
})

test('the audit log names the system as the actor', async () => {
  const id = await createArticle('The Wick')
  await trash(id, 31 * DAY)

  await purgeTrash(ctx, {})
  await purgeTrash(ctx, {})

  const lines = await db.selectFrom('audit_log').select(['actor_id', 'action', 'target', 'detail']).execute()
  expect(lines).toEqual([
    { actor_id: null, action: 'article.purge', target: `article:${id}`, detail: { by: 'system' } },
  ])
})

test('no figure of the site changes, and all still equal a recount', async () => {
  const [wick, lamp] = [
    await createPublishedArticle(db, 'The Wick'),
    await createPublishedArticle(db, 'The Lamp'),
  ]
  await recordViews(db, [
    { article_id: wick.id, version_id: wick.version_id, visitor: 1 },
    { article_id: wick.id, version_id: wick.version_id, visitor: 2 },
    { article_id: lamp.id, version_id: lamp.version_id, visitor: 1 },
  ])
  await trash(wick.id, 31 * DAY)
  const before = await figures()

  await purgeTrash(ctx, {})

  expect(await figures()).toEqual(before)
  expect(before.overview.views.value).toBe(3)
  const days = await recountableDays(db)
  expect(days && (await rebuildViews(db, days)).differences).toEqual({})
  await expect(articleAnalytics(db, NOON, { id: wick.id, period: 'all' }, null)).rejects.toThrow('not found')
  expect((await summarise(db, NOON)).popular_articles.map(({ id }) => id)).toEqual([lamp.id])
})

test('an image of only a purged article is kept until then, and deleted a month later', async () => {
  const image = await addImage(Buffer.from('a picture'), { created_at: ago(90 * DAY) })
  const id = await createArticle('The Wick')
  await db
    .updateTable('article_versions')
    .set({ poster_image_id: image })
    .where('article_id', '=', id)
    .execute()
  await trash(id, 31 * DAY)
  const images = () => db.selectFrom('images').select('id').execute()

  await reconcileStorage(ctx, {})
  expect(await images()).toEqual([{ id: image }])

  await purgeTrash(ctx, {})
  await reconcileStorage(ctx, {})
  expect(await images()).toEqual([{ id: image }])

  await db
    .updateTable('images')
    .set({ unused_since: ago(31 * DAY) })
    .execute()
  await reconcileStorage(ctx, {})
  expect(await images()).toEqual([])
})

/** The figures that a purge could change, without titles: that of a deleted article is not shown. */
async function figures() {
  const { as_of: _, pages, ...overview } = await analyticsOverview(db, NOON, 'all', null)
  const { page_views, visitor_metrics } = await summarise(db, NOON)
  return { overview, pages: pages.map(({ title: _, ...page }) => page), page_views, visitor_metrics }
}

const trash = (id: number, seconds: number) =>
  db
    .updateTable('articles')
    .set({ state: 'deleted', date_deleted: ago(seconds), published_version_id: null })
    .where('id', '=', id)
    .execute()

const addPassage = (article_id: number) =>
  db
    .insertInto('passages')
    .values({ article_id, hash: Buffer.alloc(32), text: 'The wick burns low.', first_version: 1 })
    .execute()

const addWorkingCopy = async (article_id: number) =>
  db
    .insertInto('working_copies')
    .values({
      article_id,
      user_id: await createUser(),
      revision: 1,
      base_version: 1,
      title: 'The Wick',
      excerpt: '',
      content: '[]',
    })
    .execute()
