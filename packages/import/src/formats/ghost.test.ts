import { describeLoss } from '@nightdesk/contracts'
import { plainText } from '@nightdesk/editor'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type ImportedItem, isFailed } from '../model.ts'
import { readSource } from '../read-entry.ts'
import { openTemporary } from '../testing.ts'

const POST = {
  id: '1',
  uuid: 'aaaa',
  title: 'A lamp',
  slug: 'a-lamp',
  status: 'published',
  visibility: 'public',
  created_at: '2021-05-01T00:00:00.000Z',
  published_at: '2021-05-04T03:02:01.000Z',
  updated_at: '2021-06-04T03:02:01.000Z',
}

const exported = (post: object, data: object = {}) =>
  JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data: { posts: [{ ...POST, ...post }], ...data } }] })

async function readOne(post: object, data?: object): Promise<ImportedItem> {
  const source = await openTemporary('lamp.ghost.json', exported(post, data))
  const [item] = await Array.fromAsync(readSource(source))
  if (!item || isFailed(item)) throw new Error(`no item but ${JSON.stringify(item)}`)
  return item
}

const inWords = ({ receipt }: ImportedItem) => receipt.map(describeLoss)

test('a page comes as a page at its address, which has no date', async () => {
  const settings = [{ key: 'permalinks', value: '/:year/:slug/' }]

  const item = await readOne({ type: 'page', slug: 'about' }, { settings })

  expect(item).toMatchObject({ page: {}, state: 'published', receipt: [] })
  expect(item.addresses[0]).toBe('/about/')
})

test('a post comes with authors and tags in their order, and its old addresses', async () => {
  const item = await readOne(
    { custom_excerpt: 'Of light' },
    {
      users: [
        { id: 'u1', name: 'Mira Sol', slug: 'mira', email: 'mira@lamp.example', password: 'not read' },
        { id: 'u2', name: 'Ole', slug: 'ole' },
      ],
      tags: [
        { id: 't1', name: 'Moon', slug: 'moon' },
        { id: 't2', name: '#hidden', slug: 'hash-hidden', visibility: 'internal' },
      ],
      posts_authors: [
        { post_id: '1', author_id: 'u1', sort_order: 1 },
        { post_id: '1', author_id: 'u2', sort_order: 0 },
      ],
      posts_tags: [
        { post_id: '1', tag_id: 't1' },
        { post_id: '1', tag_id: 't2' },
      ],
      settings: [{ key: 'permalinks', value: '/:year/:slug/' }],
    },
  )

  expect(item).toMatchObject({
    key: 'aaaa',
    excerpt: 'Of light',
    state: 'published',
    authors: [
      { name: 'Ole', role: 'author' },
      { name: 'Mira Sol', email: 'mira@lamp.example', role: 'author' },
    ],
    tags: ['Moon'],
  })
  expect(JSON.stringify(item)).not.toContain('not read')
  expect(item.addresses).toEqual(
    expect.arrayContaining(['/2021/a-lamp/', '/a-lamp/', '/2021/a-lamp/amp/', '/p/aaaa/']),
  )
  expect(inWords(item)).toEqual(['1 internal tag (#hidden) was left out.'])
})

test('the old address finds pictures and links of an export that lacks them', async () => {
  const html =
    '<p><a href="https://www.lamp.example/blog/moon/">Moon</a></p><img src="__GHOST_URL__/content/images/lamp.png">'
  const site = new URL('https://lamp.example/blog/')

  const before = await openTemporary('lamp.ghost.json', exported({ html }))
  const after = await openTemporary('lamp.ghost.json', exported({ html }), { site })

  expect([before.lacksSite, after.lacksSite]).toEqual([true, false])
  expect(await Array.fromAsync(readSource(before))).toMatchObject([
    { receipt: [{ kind: 'picture-elsewhere' }], pictures: [{ address: null }] },
  ])
  expect(await Array.fromAsync(readSource(after))).toMatchObject([
    {
      receipt: [],
      addresses: expect.arrayContaining(['/blog/a-lamp/']),
      pictures: [{ address: 'https://lamp.example/blog/content/images/lamp.png' }],
      content: [{ children: [{}, { type: 'link', url: '/blog/moon/' }, {}] }, {}],
    },
  ])
  expect(await Array.fromAsync(after.redirects())).toContainEqual(
    expect.objectContaining({ path: '/blog/rss/' }),
  )
})

test('cards become text, pictures and links', async () => {
  const html = `<p>One</p><figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://sea.example/">
    <div class="kg-bookmark-title">The sea</div><div class="kg-bookmark-description">All of it</div><img src="icon.png"></a></figure>
    <div class="kg-card kg-audio-card"><div class="kg-audio-player-container"><audio src="https://sea.example/a.mp3"></audio><div class="kg-audio-player">0:00</div></div></div>
    <div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Look up</div></div>
    <figure class="kg-card kg-gallery-card"><img src="https://a.example/1.jpg"><img src="https://a.example/2.jpg"><figcaption>Both</figcaption></figure>`

  const item = await readOne({ html })

  expect(item.content.map(({ type, children: [child] }) => [type, child])).toMatchObject([
    ['paragraph', { text: 'One' }],
    ['paragraph', { text: '' }],
    ['paragraph', { text: 'All of it' }],
    ['paragraph', { text: '' }],
    ['paragraph', { text: '💡 Look up' }],
    ['image', { text: '' }],
    ['image', { text: '' }],
    ['paragraph', { text: 'Both' }],
  ])
  expect(inWords(item)).toEqual([
    '1 gallery became single pictures.',
    '1 embed (sea.example) became a link.',
    '1 audio player (sea.example) became a link.',
  ])
  expect(item.words.missing).toEqual([])
})

test.each([
  [{ visibility: 'members' }, '1 story for members comes in as a draft.'],
  [{ status: 'scheduled' }, '1 scheduled story comes in as a draft.'],
  [{ status: 'sent' }, '1 story that was sent by mail only comes in as a draft.'],
])('a post that was not for everybody is a draft: %j', async (post, sentence) => {
  const item = await readOne(post)

  expect([item.state, inWords(item)]).toEqual(['draft', [sentence]])
})

const LEXICAL = {
  root: {
    children: [
      { type: 'extended-heading', tag: 'h2', children: [{ type: 'extended-text', text: 'Dusk' }] },
      {
        type: 'paragraph',
        children: [
          { type: 'extended-text', text: 'A ', format: 0 },
          { type: 'extended-text', text: 'lamp', format: 2 },
        ],
      },
    ],
  },
}
const MOBILEDOC = {
  markups: [['em']],
  atoms: [],
  cards: [],
  sections: [
    [1, 'h2', [[0, [], 0, 'Dusk']]],
    [
      1,
      'p',
      [
        [0, [], 0, 'A '],
        [0, [0], 1, 'lamp'],
      ],
    ],
  ],
}

test.each([
  ['lexical', LEXICAL],
  ['mobiledoc', MOBILEDOC],
])('a post that has no HTML is read from %s', async (column, document) => {
  const { content } = await readOne({ html: null, [column]: JSON.stringify(document) })

  expect(content).toMatchObject([
    { type: 'heading-two', children: [{ text: 'Dusk' }] },
    { type: 'paragraph', children: [{ text: 'A ' }, { text: 'lamp', italic: true }] },
  ])
})

test('cards of Mobiledoc come along, but those of mails', async () => {
  const cards = [
    ['callout', { calloutEmoji: '💡', calloutText: 'Look up' }],
    ['toggle', { heading: 'Why', content: '<p>Because</p>' }],
    ['button', { buttonUrl: 'https://sea.example/', buttonText: 'Go' }],
    ['email', { html: '<p>Hidden</p>' }],
  ]
  const sections = cards.map((_, index) => [10, index])

  const { content } = await readOne({
    html: '',
    mobiledoc: JSON.stringify({ ...MOBILEDOC, cards, sections }),
  })

  expect(plainText(content).split(/\s*\n\s*/)).toEqual(['💡 Look up', 'Why', 'Because', 'Go'])
})

test('pictures and redirects come from the archive', async () => {
  const html =
    '<p><a href="__GHOST_URL__/other/">B</a></p><img src="__GHOST_URL__/content/images/size/w600/2021/a%20b.png">'
  const zip = zipSync({
    'lamp.ghost.2024-05-04.json': strToU8(
      exported({ html, feature_image: '__GHOST_URL__/content/images/c.png' }),
    ),
    'content/images/2021/a b.png': strToU8('first'),
    'content/images/c.png': strToU8('second'),
    'redirects.json': strToU8(
      JSON.stringify([
        { from: '^\\/old-lamp\\/?$', to: '/a-lamp/' },
        { from: '^/x/(.*)', to: '/$1' },
      ]),
    ),
  })
  const source = await openTemporary('lamp.zip', zip)
  const [item] = await Array.fromAsync(readSource(source))
  const redirects = await Array.fromAsync(source.redirects())

  if (!item || isFailed(item) || !item.pictures[0]) throw new Error('no picture')
  expect(item.pictures).toMatchObject([{ path: 'content/images/2021/a b.png', address: null }])
  expect(item.content).toContainEqual(expect.objectContaining({ url: item.pictures[0].url }))
  expect(await (await source.picture(item.pictures[0]))?.toArray()).toEqual([Buffer.from('first')])
  expect(item.poster).toMatchObject({ path: 'content/images/c.png' })
  expect(JSON.stringify(item.content)).toContain('"url":"/other/"')
  expect(redirects.filter(({ path }) => path.startsWith('/old'))).toEqual([
    { path: '/old-lamp', target: { kind: 'redirect', path: '/a-lamp/' } },
  ])
})

test.each([
  [undefined, null, ['2 pictures are neither in the file nor at a known address.']],
  ['https://lamp.example', 'https://lamp.example/content/images/a.png', []],
])('with the site %s, a picture outside of the file is at %s', async (site, address, receipt) => {
  const html = '<img src="__GHOST_URL__/content/images/a.png">'
  const text = exported({ html, feature_image: '__GHOST_URL__/content/images/featured.png' })
  const source = await openTemporary('lamp.json', text, { site: site ? new URL(site) : null })

  const [item] = await Array.fromAsync(readSource(source))

  if (!item || isFailed(item)) throw new Error('no item')
  expect(item.pictures).toMatchObject([{ address, path: null }])
  expect(inWords(item)).toEqual(receipt)
})

test.each([
  ['{"db": [{"data": {}}]}', 'no export of Ghost'],
  ['{"db": [', 'damaged or incomplete'],
])('%s is refused', async (json, sentence) => {
  await expect(openTemporary('x.json', json)).rejects.toThrow(sentence)
})

test('the caption of a poster is named, as nothing here shows it', async () => {
  const posts_meta = [{ post_id: '1', feature_image_caption: 'By <b>Ole</b>' }]

  const item = await readOne({ feature_image: 'https://lamp.example/a.png' }, { posts_meta })

  expect(inWords(item)).toEqual(['1 caption of a poster (By Ole) was left out.'])
})

test('titles and excerpts are plain text, in which signs of HTML are signs', async () => {
  const item = await readOne({ title: 'What <template> &amp; I did', custom_excerpt: 'Less<more' })

  expect(item).toMatchObject({ title: 'What <template> &amp; I did', excerpt: 'Less<more' })
})
