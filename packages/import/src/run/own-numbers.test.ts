import { expect, test } from 'vitest'
import { listItems } from './list-items.ts'
import { articleOf, createImport, importAll, openTestSite, testItem, testSource } from './testing.ts'
import { undoImport } from './undo-import.ts'

const site = await openTestSite()
const { ctx } = site

const numbered = (identity: string, ...keys: string[]) => ({
  ...testSource({
    identity,
    items: keys.map((key) => testItem(key, { addresses: [`/post/${key}`] })),
    people: keys.map((key) => ({
      key,
      name: `Person ${key}`,
      sort_name: null,
      bio: '',
      links: [],
      picture: null,
    })),
  }),
  highest: async () => ({ articles: Math.max(...keys.map(Number)), users: Math.max(...keys.map(Number)) }),
})

const numbersOf = (id: number, keys: string[]) =>
  Promise.all(keys.map(async (key) => (await articleOf(site, id, key)).id))

const person = async (name: string) =>
  (await ctx.db.selectFrom('people').where('name', '=', name).select('id').executeTakeFirstOrThrow()).id

const redirects = async () => {
  const rows = await ctx.db.selectFrom('redirects').select(['path', 'article_id']).orderBy('path').execute()
  return Object.fromEntries(rows.map(({ path, article_id }) => [path, article_id]))
}

test('stories and people of another Nightdesk keep their numbers where these are free, and lead there otherwise', async () => {
  const first = await importAll(site, numbered('first', '40', '90'))
  expect(await numbersOf(first, ['40', '90'])).toEqual([40, 90])
  expect([await person('Person 40'), await person('Person 90')]).toEqual([40, 90])

  const second = await importAll(site, numbered('second', '90', '95', '900000000'))

  const [taken, free, high] = await numbersOf(second, ['90', '95', '900000000'])
  expect([taken, free, high]).toEqual([91, 92, 93])
  expect(await redirects()).toEqual({ '/post/95': free, '/post/900000000': high })
})

test('an import that was cancelled keeps no numbers from the next one', async () => {
  const source = numbered('cancelled', '110')
  const id = await createImport(site)
  await listItems(ctx, id, source)
  await undoImport(ctx, id, site.admin)

  const again = await importAll(site, source)

  expect(await numbersOf(again, ['110'])).toEqual([110])
})

test('what is added afterwards gets other numbers', async () => {
  await importAll(site, numbered('third', '115', '120'))

  const id = await importAll(site, testSource({ identity: 'other', items: [testItem('x')] }))

  expect((await articleOf(site, id, 'x')).id).toBe(121)
})
