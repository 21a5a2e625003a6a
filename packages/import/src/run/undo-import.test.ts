import { changeRedirect } from '@nightdesk/db'
import { expect, test } from 'vitest'
import { PNG } from '../testing.ts'
import { listItems } from './list-items.ts'
import { runImport } from './run-import.ts'
import {
  articleOf,
  createImport,
  everything,
  image,
  importAll,
  itemsOf,
  openTestSite,
  picture,
  testItem,
  testSource,
} from './testing.ts'
import { undoImport } from './undo-import.ts'

const site = await openTestSite()
const { db, ctx, admin } = site

test('the same file again changes nothing, and undo leaves the site as before', async () => {
  const source = testSource({
    items: [
      testItem('a', { content: [image('a.png')], pictures: [picture('a.png', 'a.png')] }),
      testItem('b'),
    ],
    redirects: [{ path: '/feed/', target: { kind: 'list', path: '/rss.xml' } }],
    pictures: { 'a.png': PNG },
  })
  const before = await everything(site)
  const first = await importAll(site, source)
  const between = await everything(site)

  const second = await importAll(site, source)

  expect(await everything(site)).toEqual(between)
  expect((await itemsOf(site, second)).map(({ state }) => state)).toEqual(['known', 'known'])
  await undoImport(ctx, second, admin)
  expect(await everything(site)).toEqual(between)
  await undoImport(ctx, first, admin)
  expect(await everything(site)).toEqual(before)
})

test('an import that is undone while it runs brings in nothing more', async () => {
  const before = await everything(site)
  const id = await createImport(site)
  const source = testSource({ items: [testItem('first'), testItem('second')] })
  await listItems(ctx, id, source)
  const undoneBetween = async function* () {
    for await (const entry of source.entries()) {
      yield entry
      await undoImport(ctx, id, admin)
    }
  }

  await expect(runImport(ctx, id, { ...source, entries: undoneBetween })).rejects.toThrow('was cancelled')

  expect(await everything(site)).toEqual(before)
  expect((await itemsOf(site, id)).map(({ state }) => state)).toEqual(['undone', 'planned'])
})

test('undo leaves a redirect that somebody has changed since', async () => {
  const redirects = [{ path: '/feed/', target: { kind: 'list' as const, path: '/rss.xml' } }]
  const id = await importAll(site, testSource({ items: [], redirects }))
  const feed = db.selectFrom('redirects').where('path', '=', '/feed').select(['id', 'target'])
  const { id: changed } = await feed.executeTakeFirstOrThrow()
  await db.transaction().execute((tx) => changeRedirect(tx, changed, { path: '/feed', target: '/tag/sea' }))

  await undoImport(ctx, id, admin)

  expect(await feed.execute()).toEqual([{ id: changed, target: '/tag/sea' }])
  await db.deleteFrom('redirects').execute()
})

test('undo leaves what was edited since, and says which', async () => {
  const id = await importAll(site, testSource({ items: [testItem('kept'), testItem('gone')] }))
  const { id: edited } = await articleOf(site, id, 'kept')
  await db
    .insertInto('working_copies')
    .values({
      article_id: edited,
      user_id: admin,
      revision: 1,
      base_version: 2,
      title: 'Mine',
      excerpt: '',
      content: '[]',
    })
    .execute()

  await undoImport(ctx, id, admin)

  expect((await itemsOf(site, id)).map(({ key, state }) => [key, state])).toEqual([
    ['kept', 'left'],
    ['gone', 'undone'],
  ])
  expect((await everything(site)).articles.map((article) => article.id)).toEqual([edited])
  await db.deleteFrom('articles').where('id', '=', edited).execute()
})
