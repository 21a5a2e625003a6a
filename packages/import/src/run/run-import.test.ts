import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import type { ImportedItem } from '../model.ts'
import { openSource } from '../open-source.ts'
import { PNG, temporaryFile, zip } from '../testing.ts'
import { listItems } from './list-items.ts'
import { runImport } from './run-import.ts'
import {
  articleOf,
  createImport,
  everything,
  image,
  importAll,
  itemsOf,
  link,
  openTestSite,
  picture,
  testItem,
  testSource,
} from './testing.ts'
import { undoImport } from './undo-import.ts'

const site = await openTestSite()
const { ctx, admin } = site

test('an item becomes a story with its dates, tags, authors, pictures, links and old addresses', async () => {
  const first = testItem('first', {
    content: [link('/2019/03/second/#end'), image('lamp.png')],
    pictures: [picture('lamp.png', 'images/lamp.png')],
    poster: picture('lamp.png', 'images/lamp.png'),
    excerpt: 'About a lamp.',
    tags: ['Sea', 'Far moon'],
  })
  const source = testSource({
    items: [first, testItem('second', { state: 'draft', published_at: null })],
    redirects: [
      { path: '/tag/far-moon-old/', target: { kind: 'tag', name: 'Far Moon' } },
      { path: '/feed/', target: { kind: 'path', path: '/rss.xml' } },
    ],
    pictures: { 'images/lamp.png': PNG },
  })

  const id = await importAll(site, source)

  const [story, draft] = [await articleOf(site, id, 'first'), await articleOf(site, id, 'second')]
  expect(story).toMatchObject({
    state: 'published',
    title: 'Story first',
    excerpt: 'About a lamp.',
    poster_alt: 'A lamp',
    date_created: '2019-03-01T10:00:00.000Z',
    date_published: '2019-03-02T10:00:00.000Z',
    date_updated: '2019-04-02T10:00:00.000Z',
  })
  expect(story.content).toMatchObject([
    { children: [{}, { url: `/post/${draft.id}#end` }, {}] },
    { alt: 'A lamp', caption: 'At dusk', filename: expect.stringMatching(/\.png$/) },
  ])
  expect(draft).toMatchObject({ state: 'draft', date_published: null, excerpt: 'The text of second.' })
  const { redirects, people, shown } = await everything(site)
  expect(redirects.map(({ path }) => path)).toEqual([
    '/2019/03/first',
    '/2019/03/second',
    '/feed',
    '/tag/far-moon-old',
  ])
  expect([people.map(({ name }) => name), shown.length]).toEqual([['Ada', 'Mira Sol'], 1])
  await undoImport(ctx, id, admin)
})

test('an item that fails stops no other, and comes in with the next import', async () => {
  const broken = testItem('broken', {
    content: [{ type: 'image', url: 'javascript:0', children: [{ text: '' }] }],
  })
  const unreadable = { key: 'unreadable', title: 'Torn', failure: 'It is torn.' }

  const id = await importAll(
    site,
    testSource({ items: [broken, unreadable, testItem('sound')], identity: 'torn' }),
  )

  const items = await itemsOf(site, id)
  expect(items.map(({ key, state }) => [key, state])).toEqual([
    ['broken', 'failed'],
    ['unreadable', 'failed'],
    ['sound', 'done'],
  ])
  expect(items.map(({ failure }) => failure)).toEqual([
    'An image has a URL that is not allowed',
    'It is torn.',
    null,
  ])
  const again = await importAll(
    site,
    testSource({ items: [testItem('broken'), testItem('sound')], identity: 'torn' }),
  )
  expect((await itemsOf(site, again)).map(({ state }) => state)).toEqual(['done', 'known'])
})

test('an import that was interrupted goes on where it was', async () => {
  const items = Array.from({ length: 8 }, (_, n) => testItem(`n${n}`))
  const source = testSource({ items, identity: 'interrupted' })
  const id = await createImport(site)
  await listItems(ctx, id, source)
  const stopAfter = (limit: number) => {
    let count = 0
    return {
      ...ctx,
      transaction: <T>(work: Parameters<typeof ctx.transaction<T>>[0]) =>
        ctx.transaction(async (tx) => {
          const done = await work(tx)
          if (++count > limit) throw new Error('The worker stopped')
          return done
        }),
    }
  }

  for (const limit of [3, 1, 2])
    await expect(runImport(stopAfter(limit), id, source)).rejects.toThrow('stopped')
  await runImport(ctx, id, source)

  const done = await itemsOf(site, id)
  expect(done.map(({ state }) => state)).toEqual(Array(8).fill('done'))
  expect(new Set(done.map(({ article_id }) => article_id)).size).toBe(8)
})

test('a repeated import lists a key that is there twice, and reads nothing that is here', async () => {
  const source = testSource({ items: [testItem('same'), testItem('same')], identity: 'same' })
  await importAll(site, source)
  const read: string[] = []
  const id = await createImport(site)
  await listItems(ctx, id, source)

  await runImport(ctx, id, {
    ...source,
    async *entries() {
      for await (const { key, title } of source.entries())
        yield { key, title, read: () => void read.push(key) }
    },
  })

  expect((await itemsOf(site, id)).map(({ key, state }) => [key, state])).toEqual([
    ['same', 'known'],
    ['same-2', 'known'],
  ])
  expect(read).toEqual([])
})

test('what the plan showed as a draft is one, also when its date has come since', async () => {
  const soon = new Date(Date.now() + 1_000).toISOString()
  const source = testSource({ items: [testItem('soon', { published_at: soon })], identity: 'soon' })
  const id = await createImport(site)
  await listItems(ctx, id, source)
  await setTimeout(1_100)

  await runImport(ctx, id, source)

  expect(await itemsOf(site, id)).toMatchObject([{ notes: ['1 scheduled story comes in as a draft.'] }])
  expect(await articleOf(site, id, 'soon')).toMatchObject({ state: 'draft' })
})

const text = (title: string) => `---\ntitle: ${title}\n---\nWords`
const epub = (title: string) =>
  zip({
    'META-INF/container.xml': '<container><rootfile full-path="a.opf"/></container>',
    'a.opf':
      '<package><manifest><item id="a" href="a.html" media-type="text/html"/></manifest><spine><itemref idref="a"/></spine></package>',
    'a.html': `<h1>${title}</h1><p>Words</p>`,
  })

test.each([
  ['folders', 'notes.zip', (title: string) => zip({ 'notes/a.md': text(title) }), 'a.md'],
  [
    'sites without an address',
    'site.zip',
    (title: string) => zip({ 'hugo.toml': 'baseURL = "https://example.org/"', 'content/a.md': text(title) }),
    'content/a.md',
  ],
  ['files', 'a.md', text, 'a.md'],
  ['books', 'book.epub', epub, 'a.html'],
])('two %s of one name both come in, each once', async (_, name, bytes, oldKey) => {
  const open = async (title: string) => openSource(await temporaryFile(name, bytes(title)))
  const states = async (title: string) =>
    (await itemsOf(site, await importAll(site, await open(title)))).map(({ state }) => state)

  expect(await states('One')).toEqual(['done'])
  expect(await states('Two')).toEqual(['done'])
  expect([await states('One'), await states('Two')]).toEqual([['known'], ['known']])

  const { identity } = await open('One')
  const [found] = await site.db
    .updateTable('import_items')
    .set({ key: oldKey })
    .where('source', '=', identity)
    .where('title', '=', 'One')
    .where('state', '=', 'done')
    .returning('key')
    .execute()
  expect([found, await states('One'), await states('Two')]).toEqual([{ key: oldKey }, ['known'], ['known']])
})

test('an import whose items were listed by their old keys brings them in', async () => {
  const source = await openSource(await temporaryFile('listed.md', text('Listed')))
  const id = await createImport(site)
  await listItems(ctx, id, source)
  await site.db.updateTable('import_items').set({ key: 'listed.md' }).where('import_id', '=', id).execute()

  await runImport(ctx, id, source)

  expect(await itemsOf(site, id)).toMatchObject([{ key: 'listed.md', state: 'done' }])
})

test('a damaged picture in an archive is left out alone', async () => {
  const bytes = zip({
    'a.md': '---\ndate: 2021-05-04\n---\n![A](a.png)',
    'a.png': Buffer.from(Array.from({ length: 9_000 }, (_, at) => (at * at) % 251)),
  })
  const at = Buffer.from(bytes).indexOf('a.png') + 50
  bytes.fill(0xff, at, at + 90)
  const source = await openSource(await temporaryFile('torn.zip', bytes))

  const [item] = await itemsOf(site, await importAll(site, source))

  expect(item).toMatchObject({
    state: 'done',
    notes: ['A picture was left out: a.png. It is damaged in the archive.'],
  })
})

test('nothing but the pixels of a picture is kept, and a file that the site has already is not encoded again', async () => {
  const end = PNG.length - 12
  const name = Buffer.from('prVtsecret')
  const chunk = Buffer.alloc(name.length + 8)
  chunk.writeUInt32BE(name.length - 4)
  name.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(name), name.length + 4)
  const forged = Buffer.concat([PNG.subarray(0, end), chunk, PNG.subarray(end), Buffer.from('secret')])
  const importPicture = (identity: string, bytes: Buffer) =>
    importAll(
      site,
      testSource({
        items: [testItem(identity, { content: [image('a.png')], pictures: [picture('a.png', 'a.png')] })],
        pictures: { 'a.png': bytes },
        identity,
      }),
    )
  const stored = async (id: number) => {
    const { filename } = await site.db
      .selectFrom('import_pictures')
      .innerJoin('images', 'images.id', 'image_id')
      .where('import_id', '=', id)
      .select('filename')
      .executeTakeFirstOrThrow()
    return { filename, bytes: await buffer(await ctx.storage.get(filename)) }
  }

  const first = await stored(await importPicture('forged', forged))
  const again = await stored(await importPicture('again', first.bytes))

  expect(first.bytes.includes('secret')).toBe(false)
  expect(again.filename).toBe(first.filename)
})

test('titles, tags and excerpts are fitted into the limits, and the receipt says so', async () => {
  const long: Partial<ImportedItem> = {
    title: 'x'.repeat(400),
    excerpt: 'y'.repeat(2000),
    tags: Array.from({ length: 12 }, (_, n) => `Tag ${n}`),
    receipt: [{ kind: 'table', count: 2, names: [] }],
  }

  const id = await importAll(
    site,
    testSource({ items: [testItem('long', long), testItem('', { title: ' ' })], identity: 'long' }),
  )

  const [fitted, untitled] = await itemsOf(site, id)
  expect(fitted?.notes).toEqual([
    '2 tables became lines of text.',
    'The title was shortened.',
    'The excerpt was shortened.',
    '2 of its 12 tags were left out: Tag 10, Tag 11.',
  ])
  expect(untitled?.notes).toEqual(['It had no title.'])
})

test('as drafts, stories keep the dates that they are published with later', async () => {
  const id = await importAll(site, testSource({ items: [testItem('d')], identity: 'drafts' }), {
    imports_as: 'draft',
  })

  expect(await articleOf(site, id, 'd')).toMatchObject({
    state: 'draft',
    date_published: '2019-03-02T10:00:00.000Z',
  })
})

test('somebody who was chosen is credited in place of an author', async () => {
  const { id: chosen } = await site.db
    .insertInto('people')
    .values({ name: 'Ursula' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const source = testSource({ items: [testItem('chosen')], identity: 'chosen' })
  const id = await createImport(site)
  await listItems(ctx, id, source)
  const credits = JSON.stringify({ 'Mira Sol': chosen })
  await site.db.updateTable('imports').set({ credits }).where('id', '=', id).execute()

  await runImport(ctx, id, source)

  const { id: article } = await articleOf(site, id, 'chosen')
  const credited = await site.db
    .selectFrom('articles')
    .innerJoin('credits', 'credits.version_id', 'current_version_id')
    .where('articles.id', '=', article)
    .select('person_id')
    .execute()
  expect(credited).toEqual([{ person_id: chosen }])
})

test('what another import has brought in since it was listed is known', async () => {
  const source = testSource({ items: [testItem('twice')], identity: 'twice' })
  const [first, second] = [await createImport(site), await createImport(site)]
  for (const id of [first, second]) await listItems(ctx, id, source)

  for (const id of [first, second]) await runImport(ctx, id, source)

  const [done] = await itemsOf(site, first)
  expect(await itemsOf(site, second)).toMatchObject([{ state: 'known', article_id: done?.article_id }])
})
