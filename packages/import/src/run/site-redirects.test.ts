import { publicPath } from '@nightdesk/contracts'
import { addRedirects } from '@nightdesk/db'
import { expect, test } from 'vitest'
import type { Source } from '../model.ts'
import { openTemporary, wxr, wxrItem, wxrPicture, zip } from '../testing.ts'
import { listItems, readItems } from './list-items.ts'
import { runImport } from './run-import.ts'
import { decideAddresses } from './site-redirects.ts'
import { createImport, importAll, openTestSite, testItem, testSource } from './testing.ts'
import { undoImport } from './undo-import.ts'

const site = await openTestSite()
const { ctx, db } = site

/** Ada is the person of the account, whose number is 1. */
await db.updateTable('users').set({ username: 'mira@lamp.example' }).execute()
await importAll(
  site,
  testSource({
    items: [
      testItem('about', { page: { path: '/about' }, addresses: [] }),
      testItem('known', { addresses: [], tags: ['Known'] }),
    ],
  }),
)
await db.transaction().execute((tx) =>
  addRedirects(
    tx,
    ['/2021/05/story-2', '/über'].map((address) => ({ address, target: '/tag/known' })),
    null,
  ),
)

const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
const term = (domain: string, slug: string, name: string) =>
  `<category domain="${domain}" nicename="${slug}">${name}</category>`
const post = (id: string, slug: string, more: object = {}) => ({
  ...{
    id,
    uuid: id,
    title: `A ${slug}`,
    slug,
    status: 'published',
    published_at: '2021-05-04T03:02:01.000Z',
  },
  ...{ html: '<p>Lit</p>', ...more },
})

/** A small site of each product, and where some of its addresses lead. */
const SITES: [
  product: string,
  file: string,
  bytes: string | Uint8Array,
  leads: Record<string, string | RegExp>,
][] = [
  [
    'WordPress',
    'lamp.xml',
    wxr([
      wxrItem(1, { 'content:encoded': 'Lit' }, term('post_tag', 'far-moon', 'Far Moon')),
      wxrItem(2, { 'content:encoded': 'Lit' }, term('category', 'sea', 'Sea')),
      wxrItem(3, { 'content:encoded': 'We', 'wp:post_type': 'page', link: 'https://lamp.example/about/' }),
      wxrPicture(5, 1, 'lamp'),
      wxrPicture(6, 99, 'lost'),
    ]),
    {
      '/2021/05/story-1': /^\/post\/\d+ Story 1$/,
      '/2021/05/story-1/lamp': /^\/post\/\d+ Story 1$/,
      '/2021/05/story-99/lost': 'nothing',
      '/2021/05/story-2': '/tag/known Story 2 redirected',
      '/?p=3': /^\/about-2 Story 3$/,
      '/about': '/about-2 Story 3 taken',
      '/tag/far-moon': '/tag/far-moon Far Moon',
      '/?cat=3': '/tag/sea Sea',
      '/category/sea/storms': 'Storms nothing',
      '/author/mira': '/author/1 Mira Sol',
      '/feed/atom': '/rss.xml',
      '/2021': '/',
    },
  ],
  [
    'Ghost',
    'ghost.zip',
    zip({
      'lamp.ghost.2021.json': JSON.stringify({
        data: {
          posts: [post('a', 'lamp'), ...['sail', 'über'].map((slug) => post(slug, slug, { type: 'page' }))],
          tags: [
            { id: 't', name: 'Wind', slug: 'wind' },
            { id: 'u', name: 'Unused', slug: 'unused' },
            { id: 'k', name: 'Known', slug: 'known-there' },
          ],
          users: [
            { id: 'm', name: 'Ines  Roa', slug: 'ines', email: 'ines@lamp.example' },
            { id: 'n', name: 'Nobody Here', slug: 'nobody' },
          ],
          posts_tags: [{ post_id: 'a', tag_id: 't' }],
          posts_authors: [{ post_id: 'a', author_id: 'm' }],
        },
      }),
      'redirects.json': JSON.stringify(
        Object.entries({
          '/old-lamp': '/lamp/',
          '/older-lamp': '/old-lamp',
          '/old-sail': '/sail/',
          '/gone': '/nowhere/',
          '/round': '/round-two',
          '/round-two': '/round',
          '/out': '//elsewhere.example/',
          '/wind': '/tag/wind/',
          '/idle': '/tag/unused/',
          '/about-us': '/über/',
          '/asked': '/about/?from=lamp',
        }).map(([from, to]) => ({ from, to })),
      ),
    }),
    {
      '/lamp': /^\/post\/\d+ A lamp$/,
      '/sail': '/sail A sail',
      '/old-lamp': /^\/post\/\d+ A lamp$/,
      '/older-lamp': /^\/post\/\d+ A lamp$/,
      '/old-sail': /^\/sail/,
      '/gone': '/nowhere missing',
      '/round': 'nothing',
      '/out': 'nothing',
      '/wind': '/tag/wind',
      '/idle': '/tag/unused missing',
      '/asked': '/about?from=lamp',
      '/about-us': '/%C3%BCber',
      '/tag/wind': '/tag/wind Wind',
      '/tag/unused': 'Unused nothing',
      '/tag/known-there': '/tag/known Known',
      '/author/ines': 'Ines  Roa',
      '/author/nobody': 'Nobody Here nothing',
    },
  ],
  [
    'Jekyll',
    'jekyll.zip',
    zip({
      '_config.yml': 'url: https://lamp.example\nbaseurl: /blog\ntitle: The Lamp',
      '_posts/2021-05-04-a-boat.md':
        '---\ntitle: A boat\ntags: [Tide]\nauthor: Mira Sol\nredirect_from: /boat/\n---\nLit',
      '_posts/2021-05-05-a-fault.md': '---\ntitle: [\n---\nLit',
    }),
    {
      '/blog': '/',
      '/blog/boat': /^\/post\/\d+ A boat$/,
      '/blog/tags/tide': '/tag/tide Tide',
      '/blog/author/mira-sol': /^\/author\/\d+ Mira Sol$/,
      '/blog/archives': '/',
    },
  ],
  [
    'Substack',
    'substack.zip',
    zip({
      'posts.csv': 'post_id,is_published,title\n1.a-raft,true,A raft',
      'posts/1.a-raft.html': '<p>Lit</p>',
    }),
    { '/p/a-raft': /^\/post\/\d+ A raft$/, '/archive': '/', '/feed': '/rss.xml' },
  ],
  [
    'Medium',
    'medium.zip',
    zip({
      'posts/2021_A-kite-abcd12345678.html': `<article><h1 class="p-name">A kite</h1><section class="e-content"><p>Lit</p></section>
        <footer><a class="p-author h-card">Kai</a><time class="dt-published" datetime="2021-05-04T03:02:01Z"></time>
        <a class="p-canonical" href="https://medium.com/@kai/a-kite-abcd12345678"></a><a class="p-tag">Sky</a></footer></article>`,
    }),
    { '/p/abcd12345678': /A kite$/, '/%40kai': 'Kai', '/tagged/sky': '/tag/sky Sky' },
  ],
  [
    'Nightdesk',
    'nightdesk.zip',
    zip({
      'nightdesk.json': '{"format": 1, "installation": "other"}',
      'people.jsonl': lines([
        { id: 1, name: 'Zoe' },
        { id: 70, name: 'Ada' },
        { id: 71, name: 'Ada' },
        { id: 72, name: 'Lev' },
        { id: 'x', name: 'Nobody' },
      ]),
      'tags.jsonl': lines([
        { name: 'Rain', slug: 'rain' },
        { name: 'Dry', slug: 'dry' },
      ]),
      'redirects.jsonl': lines([
        { path: '/older', story: 90 },
        { path: '/lost', story: 9000 },
        { path: '/zoe', target: '/author/1' },
        { path: '/somewhere', target: '/nowhere' },
      ]),
      'stories/90-a/index.md': '---\nid: 90\ntitle: A cloud\nstate: published\ntags: [Rain]\n---\n',
      'stories/90-a/blocks.json': JSON.stringify([{ type: 'paragraph', children: [{ text: 'Lit' }] }]),
      'stories/by-hand/index.md': '---\ntitle: A cloud without a number\n---\n',
      'stories/by-hand/blocks.json': JSON.stringify([{ type: 'paragraph', children: [{ text: 'Lit' }] }]),
    }),
    {
      '/post/90': '/post/90 A cloud',
      '/older': '/post/90 A cloud',
      '/lost': 'nothing',
      '/tag/rain': '/tag/rain Rain',
      '/tag/dry': 'Dry nothing',
      '/author/1': 'Zoe taken',
      '/author/70': '/author/1 Ada',
      '/author/71': 'Ada',
      '/author/72': 'Lev',
      '/zoe': 'Zoe',
      '/somewhere': '/nowhere missing',
    },
  ],
]

async function plan(source: Source) {
  const id = await createImport(site)
  await listItems(ctx, id, source)
  return { id, planned: await addressesOf(id) }
}

const addressesOf = async (id: number) =>
  byPath(
    await db
      .selectFrom('import_addresses')
      .where('import_id', '=', id)
      .select(['path', 'kind', 'leads_to', 'name', 'problem'])
      .execute(),
  )

const byPath = <T extends { path: string }>(rows: readonly T[]) =>
  rows.toSorted((a, b) => (a.path < b.path ? -1 : 1))

type Address = Awaited<ReturnType<typeof addressesOf>>[number]

/** What the command shows, which reserves no numbers. */
async function dryRun(source: Source) {
  const items = await Array.fromAsync(readItems(ctx, source))
  const addresses = await decideAddresses(
    db,
    source,
    items.map(({ failure, ...item }, index) =>
      failure === null
        ? { ...item, state: 'planned', number: -1 - index }
        : { ...item, state: 'failed', number: null },
    ),
  )
  return byPath(addresses.map(({ redirect: _, ...address }) => address))
}

/** Where the redirects of an import lead, but for those of pictures. */
async function redirectsOf(id: number) {
  const rows = await db
    .selectFrom('redirects')
    .leftJoin('articles', 'articles.id', 'article_id')
    .where('import_id', '=', id)
    .select(['redirects.path', 'target', 'article_id', 'articles.path as page'])
    .execute()
  return Object.fromEntries(
    rows
      .filter(({ target }) => !target?.startsWith('/api/'))
      .map(({ path, target, article_id, page }) => [
        path,
        target ?? publicPath({ id: article_id ?? 0, path: page }),
      ]),
  )
}

const isAdded = ({ path, leads_to, problem }: Address) =>
  leads_to !== path && (problem === null || problem === 'missing')
const withoutPath = (addresses: readonly Address[]) => addresses.map(({ leads_to: _, ...address }) => address)

test.each(SITES)(
  'the plan of a site of %s says where its addresses lead, and the run does what it says',
  async (_, file, bytes, leads) => {
    const source = await openTemporary(file, bytes)
    const dry = await dryRun(source)
    const { id, planned } = await plan(source)

    await runImport(ctx, id, source)

    const described = new Map(
      planned.map(({ path, leads_to, name, problem }) => [
        path,
        [leads_to, name, problem].filter((part) => part !== null).join(' '),
      ]),
    )
    // What has no number had no address either.
    expect([...described.keys()].filter((path) => path.includes('NaN'))).toEqual([])
    for (const [path, words] of Object.entries(leads))
      expect
        .soft([path, described.get(path)])
        .toEqual([path, words instanceof RegExp ? expect.stringMatching(words) : words])
    const done = await addressesOf(id)
    expect(withoutPath(done)).toEqual(withoutPath(planned))
    expect(withoutPath(dry)).toEqual(withoutPath(planned))
    const people = new Map(
      (await db.selectFrom('people').select(['id', 'name']).execute()).map(({ id, name }) => [
        `/author/${id}`,
        name,
      ]),
    )
    for (const [index, { leads_to, name }] of planned.entries()) {
      const now = done[index]?.leads_to ?? null
      if (leads_to === null && now !== null) expect(people.get(now)).toBe(name?.replace(/\s+/g, ' '))
      else expect(now).toBe(leads_to)
    }
    expect(await redirectsOf(id)).toEqual(
      Object.fromEntries(done.filter(isAdded).map(({ path, leads_to }) => [path, leads_to])),
    )
    await undoImport(ctx, id, site.admin)
  },
)
