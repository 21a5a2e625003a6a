import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { imagePath, siteApi } from '@nightdesk/contracts'
import { openSource, readSource } from '@nightdesk/import'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { addStory } from './fixtures/add-story.ts'
import { toMarkdown } from './markdown.ts'
import { createSite, DRAFT } from './testing.ts'
import { streamExport, writeExport } from './write-export.ts'

async function read(path: string) {
  const source = await openSource(path)
  onTestFinished(source.close)
  return { source, items: await Array.fromAsync(readSource(source)) }
}

test.each(['site', 'site.zip'])(
  'an export into %s, read again, has the stories of the site',
  async (name) => {
    const site = await createSite()
    const path = join(await temporaryDirectory(), name)

    const report = await writeExport(site.source, path)
    const { source, items } = await read(path)

    expect(report).toEqual({
      stories: 2,
      pages: 0,
      unpublished_changes: 0,
      pictures: 1,
      missing_pictures: [],
    })
    expect(source).toMatchObject({ kind: 'nightdesk', name: 'The Lamp' })
    const content = site.content.with(2, { ...site.image, url: imagePath(site.picture) })
    const story = items.find((item) => item.key === `${site.story}`)
    expect(story).toMatchObject({
      title: 'Light: "灯台" — a\'s',
      content,
      excerpt: 'A line.\n---\nAnother: "line"',
      state: 'published',
      created_at: '2020-01-02T03:04:05.678Z',
      published_at: '2021-05-04T03:02:01.000Z',
      authors: [
        { name: 'Ada Lovelace', role: 'author' },
        { name: 'Grace Hopper', role: 'translator' },
      ],
      tags: ['Far Moon'],
      poster: { url: imagePath(site.picture), alt: 'Lit' },
      pictures: [
        { alt: 'A lamp' },
        { address: 'https://elsewhere.example/a.png' },
        { address: 'https://elsewhere.example/b.png' },
      ],
      receipt: [],
      words: { missing: [] },
    })
    const draft = { title: '42', state: 'draft', content: [], published_at: null, poster: null, tags: [] }
    expect(items.find((item) => item.key === `${site.draft}`)).toMatchObject(draft)
    const [picture] = story && 'pictures' in story ? story.pictures : []
    const bytes = picture && (await source.picture(picture))
    expect(bytes && (await buffer(bytes))).toEqual(await buffer(await site.storage.get(site.picture)))
    expect(await Array.fromAsync(source.redirects())).toContainEqual({
      path: '/2021/05/light',
      target: { kind: 'item', key: `${site.story}` },
    })
  },
)

test('what an admin has decided about the site comes along, with its pictures', async () => {
  const { source, db, picture } = await createSite()
  const { id } = await db
    .selectFrom('images')
    .where('filename', '=', picture)
    .select('id')
    .executeTakeFirstOrThrow()
  const menu = [{ label: 'About', address: '/about' }]
  const fields = JSON.stringify({ name: 'The Lamp', menu, logo_image_id: id })
  await db.insertInto('site_versions').values({ version_number: 1, fields }).execute()
  const path = join(await temporaryDirectory(), 'site')

  await writeExport(source, path)

  const { changes, pictures } = JSON.parse(await readFile(join(path, 'site.json'), 'utf8'))
  expect(changes).toMatchObject({ name: 'The Lamp', menu, footer_line: '' })
  expect(siteApi.save.input.safeParse({ base_version: 0, changes }).error).toBeUndefined()
  expect(pictures).toEqual({ logo: picture, icon: null, hero: null })
  expect(await readdir(join(path, 'site'))).toEqual([picture])
})

test('the Markdown numbers the footnotes that readers see numbered', () => {
  const reference = (note: string) => ({ type: 'footnote-reference', note, children: [{ text: '' }] })
  const footnote = (note: string, text: string) => ({ type: 'footnote', note, children: [{ text }] })
  const content = [
    { type: 'paragraph', children: [{ text: 'A' }, reference('gone'), { text: ' lamp' }, reference('b')] },
    footnote('lost', 'Lost.'),
    footnote('b', 'Oil.'),
  ]

  expect(toMarkdown(content, { url: 'https://site.example' })).toBe('A lamp[^1]\n\nLost.\n\n[^1]: Oil.\n')
})

test('the Markdown shows every block to people and other programs', async () => {
  const site = await createSite()
  const path = join(await temporaryDirectory(), 'site')

  await writeExport(site.source, path)

  const folder = join(path, 'stories', `${site.story}-light-a-s`)
  expect(await readdir(folder)).toEqual([site.picture, 'blocks.json', 'index.md'].toSorted())
  const [, , body = ''] = (await readFile(join(folder, 'index.md'), 'utf8')).split(/^---$/m)
  expect(body.replaceAll(site.picture, 'lamp.png').trim()).toMatchInlineSnapshot(`
    "## I. 灯台 \\*not bold\\*

    It was **_on_**<u>, </u>\\
    <u>under</u>~~&#x20;gone~~[before](/post/1)[^1]

    ![A lamp](lamp.png)

    *Dusk Mira*

    ![](https://elsewhere.example/a.png)

    ![A lamp](lamp.png)

    ***

    > \\---\\
    > \\# said

    3. three
    4. four
       - within
    5. ![No item](https://elsewhere.example/b.png)

    \`\`\`js
    a = \`b\`

    \`\`\`

    Moon?

    [Alone](/post/3)

    [^1]: A note."
  `)
})

const lamp = {
  type: 'image',
  url: 'https://a.example/a.png',
  caption: 'The light',
  credit: 'Mira',
  children: [],
}

test.each([
  ['a mark that ends with a line', [{ text: 'One\n', italic: true }, { text: 'two' }], '*One*\\\ntwo'],
  ['a mark that begins with one', [{ text: 'One' }, { text: '\ntwo', bold: true }], 'One\\\n**two**'],
  ['a line without a text', [{ text: 'One\n\n' }], 'One'],
  [
    'struck text with code in it',
    [
      { text: 'Use ', strikethrough: true },
      { text: 'a', strikethrough: true, code: true },
      { text: ' now', strikethrough: true },
    ],
    '~~Use `a` now~~',
  ],
  [
    'code beside code',
    [
      { text: 'a', code: true },
      { text: 'b', code: true },
    ],
    '`ab`',
  ],
  ['a picture beside a text', [{ text: 'One ' }, lamp], 'One ![](https://a.example/a.png) *The light Mira*'],
])('the Markdown of %s has its words and no more', (_, children, markdown) => {
  expect(toMarkdown([{ type: 'paragraph', children }], { url: '' }).trim()).toBe(markdown)
})

test('front matter has no text that an older reader of YAML takes for something else', async () => {
  const { source, db, owner } = await createSite()
  const tags = ['No', '12:30', '2001-01-02', 'on', '1_000']
  const id = await addStory(db, owner, { ...DRAFT, title: 'No', excerpt: 'y', tags })
  const path = join(await temporaryDirectory(), 'site')

  await writeExport(source, path)

  const [, matter = ''] = (await readFile(join(path, 'stories', `${id}-no`, 'index.md'), 'utf8')).split(
    /^---$/m,
  )
  expect(parse(matter, { version: '1.1' })).toMatchObject({ title: 'No', excerpt: 'y', tags })
})

test('by choice it has e-books, versions, and views that no spreadsheet runs', async () => {
  const { source, db, owner, story, draft } = await createSite()
  const facts = { ...DRAFT, title: 'As published', newer: 'A secret', state: 'published' as const }
  const edited = await addStory(db, owner, { ...facts, date_published: facts.date_created })
  const path = join(await temporaryDirectory(), 'site')
  const readEbook = async (id: number) => Readable.from([`the e-book of ${id}`])
  await db.updateTable('article_versions').set({ title: '=1+1' }).where('article_id', '=', story).execute()
  const views = { day: '2026-11-01', views: 3, staff_views: 1 }
  await db
    .insertInto('view_days')
    .values([
      { ...views, article_id: story },
      { ...views, article_id: edited },
      { ...views, article_id: 99 },
    ])
    .execute()

  await writeExport(source, path, { readEbook, versions: true, analytics: true })

  const folder = join(path, 'stories', `${story}-1-1`)
  expect(await readFile(join(folder, `${story}-1-1.epub`), 'utf8')).toBe(`the e-book of ${story}`)
  const [version = ''] = (await readFile(join(folder, 'versions.jsonl'), 'utf8')).split('\n')
  expect(JSON.parse(version)).toMatchObject({
    number: 1,
    title: '=1+1',
    state: 'published',
    credits: [{ name: 'Ada Lovelace', role: 'author' }, { name: 'Grace Hopper' }],
  })
  expect(await readdir(join(path, 'stories', `${draft}-42`))).not.toContain(`${draft}-42.epub`)
  expect(await readFile(join(path, 'views.csv'), 'utf8')).toBe(
    `"day","story","title","views","views_by_staff"\r\n"2026-11-01",${story},"'=1+1",3,1\r\n"2026-11-01",${edited},"As published",3,1\r\n"2026-11-01",99,"",3,1\r\n`,
  )
})

test.each(['site', 'site.zip'])('an export into %s has the picture of two people once', async (name) => {
  const { source, db, picture } = await createSite()
  const { id } = await db
    .selectFrom('images')
    .where('filename', '=', picture)
    .select('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('people').set({ picture_image_id: id }).execute()
  const path = join(await temporaryDirectory(), name)

  const { pictures } = await writeExport(source, path)

  const opened = await openSource(path)
  onTestFinished(opened.close)
  const people = await Array.fromAsync(opened.people?.() ?? [])
  expect(pictures).toBe(2)
  expect(people.map((person) => person.picture?.path)).toEqual([`people/${picture}`, `people/${picture}`])
})

test('an export is read again with every separator of lines that a biography may have', async () => {
  const { source, db } = await createSite()
  const bio = 'One.\nTwo.\r\nThree.\u2028Four.\u2029Five.'
  await db.updateTable('people').set({ bio }).execute()
  const path = join(await temporaryDirectory(), 'site.zip')
  await writeExport(source, path)

  const opened = await openSource(path)

  onTestFinished(opened.close)
  const people = await Array.fromAsync(opened.people?.() ?? [])
  expect(people.map((person) => person.bio)).toEqual(people.map(() => bio))
})

test('a target that exists is refused, and stays as it is', async () => {
  const { source } = await createSite()
  const folder = await temporaryDirectory()
  const file = join(folder, 'site.zip')
  await writeFile(file, 'mine')
  await mkdir(join(folder, 'site'))

  for (const path of [file, join(folder, 'site')])
    await expect(writeExport(source, path)).rejects.toThrow(`${path} exists already. Choose another name`)

  expect(await readFile(file, 'utf8')).toBe('mine')
})

test.each(['site', 'site.zip'])('an export into %s has its name only when it is complete', async (name) => {
  const { source, storage } = await createSite()
  const path = join(await temporaryDirectory(), name)
  const seen: string[][] = []
  const failing = {
    ...storage,
    get: async () => {
      seen.push(await readdir(dirname(path)))
      throw new Error('The bucket is away')
    },
  }

  await expect(writeExport({ ...source, storage: failing }, path)).rejects.toThrow('The bucket is away')

  expect(seen).toEqual([[expect.stringMatching(/^\.partial-/)]])
  expect(await readdir(dirname(path))).toEqual([])
})

test('a file that breaks while a picture is written leaves no picture open', async () => {
  const { source } = await createSite()
  const opened: Readable[] = []
  const get = async () => {
    const endless = new Readable({ read: () => endless.push(Buffer.alloc(65_536)) })
    opened.push(endless)
    return endless
  }
  const output = new Writable({
    write: (_chunk, _encoding, done) => done(opened.length > 0 ? new Error('No space left') : null),
  })

  await expect(streamExport({ ...source, storage: { ...source.storage, get } }, output)).rejects.toThrow(
    'No space left',
  )

  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true])
})

test('a picture that the storage lacks is named, and all else is there', async () => {
  const { source, storage, picture, story } = await createSite()
  await storage.delete(picture)
  const path = join(await temporaryDirectory(), 'site')

  const report = await writeExport(source, path)

  expect(report.missing_pictures).toEqual([picture])
  const { items } = await read(path)
  const address = `https://lamp.example${imagePath(picture)}`
  expect(items.find(({ key }) => key === `${story}`)).toMatchObject({ poster: { path: null, address } })
})
