import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import type { ImportedItem } from '../model.ts'
import { openTemporary, PNG, wxr, wxrItem, zip } from '../testing.ts'
import { listItems, readItems } from './list-items.ts'
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
      { path: '/feed/', target: { kind: 'list', path: '/rss.xml' } },
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

test('a page keeps its address, or gets a free one beside it, and a dry run says so', async () => {
  const page = (key: string, ...addresses: string[]) =>
    testItem(key, { page: {}, tags: [], addresses, published_at: null })
  const source = testSource({
    identity: 'pages',
    items: [
      testItem('story', { content: [link('/About/team/#ada'), link('/search/')] }),
      page('about', '/about/', '/?page_id=2'),
      page('team', '/About/team/'),
      page('search', '/search/'),
      page('again', '/about/team.html', '/about/team'),
      page('doubled', '//greek//two/'),
      page('twice', '/about/'),
      page('home', '/'),
      page('draft', '/?page_id=9'),
      testItem('tagged', { page: { path: '/tagged' }, tags: ['Sea'] }),
    ],
  })
  const dry = await Array.fromAsync(readItems(ctx, source))

  const id = await importAll(site, source)

  const items = await itemsOf(site, id)
  const described = (rows: { summary: { path?: string }; notes: string[] }[]) =>
    rows.map(({ summary, notes }) => [summary.path, ...notes])
  expect(described(items)).toEqual([
    [undefined],
    ['/about'],
    ['/about/team'],
    ['/search-2', 'Its address here is /search-2, as /search cannot be that of a page.'],
    ['/about/team.html'],
    ['/greek/two'],
    ['/about-2', 'Its address here is /about-2, as /about belongs to another page.'],
    ['/story-home', 'Its address here is /story-home, as / cannot be that of a page.'],
    ['/story-draft'],
    ['/tagged', 'Its tag was left out: Sea.'],
  ])
  expect(described(dry)).toEqual(described(items))
  const [story, about] = [await articleOf(site, id, 'story'), await articleOf(site, id, 'about')]
  expect(about).toMatchObject({ kind: 'page', path: '/about', state: 'published' })
  expect(JSON.stringify(story.content)).toContain('"/about/team#ada"')
  expect(JSON.stringify(story.content)).toContain('"/search-2"')
  const { redirects } = await everything(site)
  expect(redirects.map(({ path }) => path)).toEqual([
    '/2019/03/story',
    '/2019/03/tagged',
    '/?page_id=2',
    '/?page_id=9',
  ])
  const again = await importAll(site, source)
  expect((await itemsOf(site, again)).map(({ state, notes }) => [state, notes.length])).toContainEqual([
    'known',
    0,
  ])
  await undoImport(ctx, id, admin)
})

test('a featured image that is not copied is named, in a dry run as afterwards', async () => {
  const url = 'https://lamp.example/lamp.png'
  const source = testSource({
    identity: 'featured',
    items: [
      testItem('featured', { poster: picture(url, null) }),
      testItem('packed', { poster: picture('lamp.png', 'lamp.png') }),
    ],
    pictures: { 'lamp.png': PNG },
  })
  const dry = await Array.fromAsync(readItems({ ...ctx, fetches_pictures: false }, source))

  const id = await importAll(site, source, { fetches_pictures: false })

  const items = await itemsOf(site, id)
  const described = (rows: Pick<(typeof items)[number], 'notes' | 'summary'>[]) =>
    rows.map(({ notes, summary }) => [notes, summary.losses])
  expect(described(items)).toEqual([
    [
      [`The featured image stays on the old site, so that there is none here: ${url}`],
      [{ kind: 'picture-not-copied', count: 1 }],
    ],
    [[], []],
  ])
  expect(described(dry)).toEqual(described(items))
  await undoImport(ctx, id, admin)
})

test('an address that is taken after the dry run is not taken from its page', async () => {
  const source = testSource({
    identity: 'late',
    items: [testItem('late', { page: {}, tags: [], addresses: ['/late/'] })],
  })
  const id = await createImport(site)
  await listItems(ctx, id, source)
  await importAll(
    site,
    testSource({ identity: 'early', items: [testItem('early', { page: { path: '/late' } })] }),
  )
  await ctx.db.updateTable('articles').set({ path: '/late' }).where('path', '=', '/late-2').execute()

  await runImport(ctx, id, source)

  expect((await itemsOf(site, id)).map(({ state, summary, notes }) => [state, summary.path, notes])).toEqual([
    ['done', '/late-2', ['Its address here is /late-2, as /late belongs to another page.']],
  ])
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
const epub = (title: string, name = '') =>
  zip({
    'META-INF/container.xml': '<container><rootfile full-path="a.opf"/></container>',
    'a.opf': `<package><dc:title>${name}</dc:title><manifest><item id="a" href="a.html" media-type="text/html"/></manifest><spine><itemref idref="a"/></spine></package>`,
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
  const open = async (title: string) => openTemporary(name, bytes(title))
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
  const source = await openTemporary('listed.md', text('Listed'))
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
  const source = await openTemporary('torn.zip', bytes)

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

const FILES = {
  'good.png': PNG,
  'cut.png': PNG.subarray(0, 50),
  'drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
}
/** Each of the files in a folder. */
const pictures = (folder: string) =>
  Object.fromEntries(Object.entries(FILES).map(([name, bytes]) => [`${folder}${name}`, bytes]))
const html = (folder = '') =>
  `<p>Lit</p><audio src="https://sea.example/a.mp3"></audio>${Object.keys(FILES).map((name) => `<p><img src="${folder}${name}"></p>`)}`
const relations = (rows: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows}</Relationships>`
const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const numbered = (text: (name: string, id: number) => string) => Object.keys(FILES).map(text).join('')

/** A file of each format with a loss and three pictures, of which two cannot be used; and the pictures that are left out. */
const FORMATS: [name: string, file: string, bytes: string | Uint8Array, leftOut: number][] = [
  [
    'Markdown',
    'blog.zip',
    zip({ 'a.md': html('images/'), 'b.md': '---\na: [\n---\n', ...pictures('images/') }),
    2,
  ],
  [
    'Hugo',
    'blog.zip',
    zip({
      'hugo.toml': '',
      'content/a/index.md': `---\ntitle: A\n---\n${html()}`,
      ...pictures('content/a/'),
    }),
    2,
  ],
  [
    'Ghost',
    'lamp.zip',
    zip({
      'lamp.ghost.2021.json': JSON.stringify({
        data: {
          posts: [{ id: '1', title: 'A', status: 'published', html: html('__GHOST_URL__/content/images/') }],
        },
      }),
      ...pictures('content/images/'),
    }),
    2,
  ],
  [
    'Word',
    'story.docx',
    zip({
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="svg" ContentType="image/svg+xml"/></Types>',
      '_rels/.rels': relations(
        `<Relationship Id="r" Type="${TYPE}/officeDocument" Target="word/document.xml"/>`,
      ),
      'word/_rels/document.xml.rels': relations(
        numbered((name, id) => `<Relationship Id="r${id}" Type="${TYPE}/image" Target="media/${name}"/>`),
      ),
      'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:r="${TYPE}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><w:body><w:p><w:r><w:t>Lit</w:t></w:r><m:oMath><m:t>x</m:t></m:oMath></w:p>${numbered(
        (_, id) => `<w:p><w:r><w:pict><v:shape><v:imagedata r:id="r${id}"/></v:shape></w:pict></w:r></w:p>`,
      )}</w:body></w:document>`,
      ...pictures('word/media/'),
    }),
    2,
  ],
  [
    'EPUB',
    'book.epub',
    zip({
      'META-INF/container.xml': '<container><rootfile full-path="a.opf"/></container>',
      'a.opf':
        '<package><manifest><item id="a" href="a.html" media-type="text/html"/></manifest><spine><itemref idref="a"/></spine></package>',
      'a.html': `<h1>A</h1><p>Lit</p>${html()}`,
      ...pictures(''),
    }),
    2,
  ],
  [
    'Nightdesk',
    'stories.zip',
    zip({
      'nightdesk.json': '{"format": 1}',
      'stories/1-a/index.md': '---\nid: 1\ntitle: A\nstate: published\nscheduled: 2040-01-01\n---\n',
      'stories/1-a/blocks.json': JSON.stringify([
        { type: 'image', filename: `${'a'.repeat(26)}.png`, children: [{ text: '' }] },
        { type: 'image', filename: `${'b'.repeat(26)}.png`, children: [{ text: '' }] },
      ]),
      [`stories/1-a/${'a'.repeat(26)}.png`]: PNG,
      [`stories/1-a/${'b'.repeat(26)}.png`]: FILES['cut.png'],
    }),
    1,
  ],
  [
    'Substack',
    'export.zip',
    zip({
      'posts.csv': 'post_id,is_published,title\n1.a,true,A',
      'posts/1.a.html': html('https://lamp.example/'),
    }),
    0,
  ],
  [
    'Medium',
    'medium.zip',
    zip({
      'posts/2021_a-abcd12345678.html': `<article><h1 class="p-name">A</h1><section class="e-content">${html('https://lamp.example/')}</section></article>`,
    }),
    0,
  ],
  ['WordPress', 'lamp.xml', wxr([wxrItem(1, { 'content:encoded': html('/wp-content/uploads/') })]), 0],
]

test.each(FORMATS)(
  'the dry run of a file of %s finds what the import finds',
  async (name, file, bytes, leftOut) => {
    const source = await openTemporary(`${name}-${file}`, bytes)

    const dry = await Array.fromAsync(readItems(ctx, source))
    const real = await itemsOf(site, await importAll(site, source))

    expect(dry.map(({ key, notes, failure }) => ({ key, notes, failure }))).toEqual(
      real.map(({ key, notes, failure }) => ({ key, notes, failure })),
    )
    const notes = dry.flatMap(({ notes }) => notes)
    expect(notes.length).toBeGreaterThan(leftOut)
    expect(notes.filter((note) => note.startsWith('A picture was left out'))).toHaveLength(leftOut)
  },
)

test('titles, tags, credits and excerpts are fitted into the limits, and the receipt says so', async () => {
  const long: Partial<ImportedItem> = {
    title: 'x'.repeat(400),
    excerpt: 'y'.repeat(2000),
    tags: Array.from({ length: 12 }, (_, n) => `Tag ${n}`),
    authors: Array.from({ length: 22 }, (_, n) => ({ name: `Person ${n}`, role: 'author' })),
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
    'Only the first 20 of its 22 names are credited, without Person 20, Person 21.',
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

test('somebody who was chosen is credited in place of an author, whose address leads there', async () => {
  const { id: chosen } = await site.db
    .insertInto('people')
    .values({ name: 'Ursula' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const source = testSource({
    items: [testItem('chosen')],
    redirects: [{ path: '/author/mira-sol/', target: { kind: 'author', name: 'Mira Sol' } }],
    identity: 'chosen',
  })
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
  const { redirects } = await everything(site)
  expect(redirects).toContainEqual({ path: '/author/mira-sol', target: `/author/${chosen}` })
})

test('an item that the file has lost since it was listed fails, and its address leads nowhere', async () => {
  const source = (...keys: string[]) =>
    testSource({ identity: 'lost', items: keys.map((key) => testItem(key)) })
  const id = await createImport(site)
  await listItems(ctx, id, source('stays', 'lost'))

  await runImport(ctx, id, source('stays'))

  expect(await itemsOf(site, id)).toMatchObject([
    { state: 'done' },
    { state: 'failed', failure: 'The file does not have it any more.' },
  ])
  const addresses = await site.db
    .selectFrom('import_addresses')
    .where('import_id', '=', id)
    .select('path')
    .execute()
  expect(addresses).toEqual([{ path: '/2019/03/stays' }])
})

const LONG = randomBytes(3_000).toString('hex')

test.each([
  ['key', 'a.md', `---\ncanonical: https://lamp.example/${LONG}\n---\nWords`],
  [
    'site',
    'a.zip',
    zip({ 'hugo.toml': `baseURL = "https://lamp.example/${LONG}"`, 'content/a.md': 'Words' }),
  ],
  ['title with a NUL', 'a.epub', epub('A', 'A\0lamp')],
])('a text with a %s that no index holds comes in once', async (_, name, bytes) => {
  const states = async () =>
    (await itemsOf(site, await importAll(site, await openTemporary(name, bytes)))).map(({ state }) => state)

  expect(await states()).toEqual(['done'])
  expect(await states()).toEqual(['known'])
})

test('an item with more addresses than can be written comes in with the first ones', async () => {
  const addresses = Array.from({ length: 70_000 }, (_, at) => `/many/${at}`)

  const id = await importAll(site, testSource({ identity: 'many', items: [testItem('many', { addresses })] }))

  expect(await itemsOf(site, id)).toMatchObject([{ state: 'done' }])
  const redirects = site.db.selectFrom('redirects').where('import_id', '=', id).select('path')
  expect(await redirects.execute()).toHaveLength(1_000)
  await undoImport(ctx, id, admin)
})

test('nothing is changed or lost of what is known', async () => {
  const item = testItem('table', { receipt: [{ kind: 'table', count: 2, names: [] }] })
  const source = testSource({ items: [item], identity: 'table' })
  await importAll(site, source)

  const again = await importAll(site, source)

  expect(await itemsOf(site, again)).toMatchObject([{ state: 'known', notes: [] }])
  expect((await itemsOf(site, again))[0]?.summary.losses).toBeUndefined()
})

test('what another import has brought in since it was listed is known', async () => {
  const source = testSource({ items: [testItem('twice')], identity: 'twice' })
  const [first, second] = [await createImport(site), await createImport(site)]
  for (const id of [first, second]) await listItems(ctx, id, source)

  await runImport(ctx, second, {
    ...source,
    // The other one runs while this one does.
    async *entries() {
      await runImport(ctx, first, source)
      yield* source.entries()
    },
  })

  const [done] = await itemsOf(site, first)
  expect(await itemsOf(site, second)).toMatchObject([{ state: 'known', article_id: done?.article_id }])
})
