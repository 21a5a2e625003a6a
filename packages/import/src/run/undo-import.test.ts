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
  expect((await itemsOf(site, id)).map(({ key, state }) => [key, state])).toEqual([['first', 'undone']])
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

test('undo leads what a person had redirected to an old address there again', async () => {
  const salt = { path: '/salt', target: '/2019/03/known' }
  await db.insertInto('redirects').values(salt).execute()
  const id = await importAll(site, testSource({ items: [testItem('known')] }))
  expect((await everything(site)).redirects).toContainEqual({ path: '/salt', target: null })

  await undoImport(ctx, id, admin)

  expect((await everything(site)).redirects).toEqual([salt])
  await db.deleteFrom('redirects').execute()
})

test('undo removes a redirect to a story that an earlier import has brought in', async () => {
  const items = [testItem('known')]
  const first = await importAll(site, testSource({ items }))
  const redirects = [{ path: '/later/', target: { kind: 'item' as const, key: 'known' } }]
  const id = await importAll(site, testSource({ items, redirects }))
  expect((await everything(site)).redirects).toContainEqual({ path: '/later', target: null })

  await undoImport(ctx, id, admin)

  expect((await everything(site)).redirects).toEqual([{ path: '/2019/03/known', target: null }])
  await undoImport(ctx, first, admin)
})

test('undo leaves what was edited since, and says which', async () => {
  const page = testItem('moved', { page: { path: '/moved' }, tags: [], addresses: ['/was/'] })
  const note = { text: 'The lamp was lit.', created_at: null }
  const items = [
    testItem('kept'),
    testItem('gone', { corrections: [note] }),
    testItem('corrected', { corrections: [note] }),
    page,
  ]
  const id = await importAll(site, testSource({ items }))
  const { id: corrected } = await articleOf(site, id, 'corrected')
  await db.insertInto('corrections').values({ article_id: corrected, text: 'Twice.' }).execute()
  const { id: moved } = await articleOf(site, id, 'moved')
  await db.updateTable('articles').set({ path: '/elsewhere' }).where('id', '=', moved).execute()
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
    ['corrected', 'left'],
    ['moved', 'left'],
  ])
  const { articles, redirects } = await everything(site)
  expect(articles.map((article) => article.id)).toEqual([edited, corrected, moved])
  expect(redirects.map(({ path }) => path)).toEqual(['/2019/03/corrected', '/2019/03/kept', '/was'])
  const again = await importAll(site, testSource({ items }))
  expect((await itemsOf(site, again)).map(({ state }) => state)).toEqual(['known', 'done', 'known', 'known'])
  await db.deleteFrom('articles').execute()
})
