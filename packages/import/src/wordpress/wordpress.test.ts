import { Readable } from 'node:stream'
import { describeLoss } from '@nightdesk/contracts'
import { plainText } from '@nightdesk/editor'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type FailedItem, IMPORT_LIMITS, type ImportedItem, isFailed } from '../model.ts'
import { readSource } from '../read-entry.ts'
import { openTemporary, wxr, wxrItem, wxrMeta, wxrPicture } from '../testing.ts'
import { readWxr } from './wxr.ts'

async function open(text: string | Uint8Array) {
  return await openTemporary('export.xml', text)
}

async function read(text: string | Uint8Array): Promise<(ImportedItem | FailedItem)[]> {
  return await Array.fromAsync(readSource(await open(text)))
}

async function readOne(
  fields: Record<string, string>,
  more = '',
  others: string[] = [],
): Promise<ImportedItem> {
  const [item] = await read(wxr([wxrItem(7, fields, more), ...others]))
  if (!item || isFailed(item)) throw new Error(`no item but ${JSON.stringify(item)}`)
  return item
}

const inWords = ({ receipt }: ImportedItem) => receipt.map(describeLoss)

test('a post comes with its dates, author, tags, poster and all its old addresses', async () => {
  const more = `<category domain="post_tag" nicename="far-moon"><![CDATA[Far Moon]]></category>
    <category domain="category" nicename="uncategorized"><![CDATA[Uncategorized]]></category>
    ${wxrMeta('_thumbnail_id', '9')}${wxrMeta('_wp_old_slug', 'a-lamp')}`

  const item = await readOne({ title: 'Lamp &amp; <em>sea</em>' }, more, [wxrPicture(9, 7, 'lighthouse')])

  expect(item).toMatchObject({
    key: '7',
    title: 'Lamp & sea',
    state: 'published',
    published_at: '2021-05-04T03:02:01.000Z',
    updated_at: '2021-06-04T03:02:01.000Z',
    authors: [{ name: 'Mira Sol', email: 'mira@lamp.example', role: 'author' }],
    tags: ['Far Moon'],
    poster: { address: 'https://lamp.example/wp-content/uploads/lighthouse.jpg', alt: 'A lighthouse' },
  })
  expect(item.addresses).toEqual(['/2021/05/story-7/', '/?p=7', '/2021/05/a-lamp/', '/2021/05/story-7/amp/'])
})

test('the text of the classic editor has its paragraphs, captions, galleries and footnotes', async () => {
  const text = `First line
second <em>line</em>.

[caption width="300"]<img src="https://lamp.example/wp-content/uploads/lighthouse-300x200.jpg" /> The light[/caption]

A lamp[footnote]It was <b>lit</b>.[/footnote] shone. [contact-form to="mira"] [[gallery]]

[gallery]`

  const item = await readOne({ 'content:encoded': text }, '', [wxrPicture(9, 7, 'lighthouse')])

  const picture = 'https://lamp.example/wp-content/uploads/lighthouse.jpg'
  const note = expect.any(String)
  expect(item.content).toMatchObject([
    {
      type: 'paragraph',
      children: [{ text: 'First line\nsecond ' }, { text: 'line', italic: true }, { text: '.' }],
    },
    { type: 'image', url: picture, alt: 'A lighthouse', caption: 'The light' },
    { type: 'paragraph', children: [{ text: 'A lamp' }, { type: 'footnote-reference', note }, {}] },
    { type: 'image', url: picture, caption: 'The lighthouse at dusk' },
    { type: 'footnote', note, children: [{ text: 'It was ' }, { text: 'lit', bold: true }, { text: '.' }] },
  ])
  expect(plainText(item.content)).toContain('shone. [contact-form to="mira"] [gallery]')
  expect(item.pictures).toEqual([expect.objectContaining({ url: picture, address: picture, path: null })])
  expect(inWords(item)).toEqual([
    '1 gallery became single pictures.',
    '1 shortcode ([contact-form]) stayed as text.',
  ])
  expect(item.words).toMatchObject({ missing: [] })
})

test('the sizes of a large picture, of which WordPress lists a copy, are that picture', async () => {
  const sizes = ['-300x200', '-scaled', '-scaled-300x200'].map(
    (size) => `<img src="https://lamp.example/wp-content/uploads/moon${size}.jpg">`,
  )

  const item = await readOne({ 'content:encoded': sizes.join('') }, '', [wxrPicture(9, 7, 'moon-scaled')])

  expect(item.pictures).toMatchObject([
    { address: 'https://lamp.example/wp-content/uploads/moon-scaled.jpg', alt: 'A moon-scaled' },
  ])
})

test('blocks keep their words; embeds become links, and what WordPress generates is named', async () => {
  const text = `<!-- wp:paragraph --><p>See <a href="/2021/05/story-8/">here</a> and <a href="/files/map.pdf">there</a>.</p>
    <!-- /wp:paragraph --><!-- wp:embed --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">
    https://video.example/watch/1
    </div></figure><!-- /wp:embed --><!-- wp:latest-posts /--><iframe src="https://www.youtube.com/embed/abcdefgh"></iframe>
    <p>Note<sup data-fn="n1" class="fn"><a href="#n1" id="n1-link">1</a></sup></p><!-- wp:footnotes /-->
    <!-- wp:block {"ref":20} /-->`

  const item = await readOne(
    { 'content:encoded': text },
    wxrMeta('footnotes', JSON.stringify([{ id: 'n1', content: 'By the sea' }])),
    [wxrItem(20, { 'wp:post_type': 'wp_block', 'content:encoded': '<p>Shared words</p>' })],
  )

  const links = JSON.stringify(item.content).match(/"url":"[^"]+"/g)
  expect(links).toEqual([
    '"url":"/2021/05/story-8/"',
    '"url":"https://lamp.example/files/map.pdf"',
    '"url":"https://video.example/watch/1"',
    '"url":"https://www.youtube.com/watch?v=abcdefgh"',
  ])
  expect(plainText(item.content)).toMatch(/Shared words\nBy the sea$/)
  expect(inWords(item)).toEqual([
    '1 generated block (latest-posts) was left out.',
    '2 embeds (www.youtube.com, video.example) became links.',
  ])
})

test('pictures of covers, files, players and terms look as they did', async () => {
  const text = `<!-- wp:cover --><div class="wp-block-cover" style="background-image:url(https://lamp.example/wp-content/uploads/lighthouse.jpg)">
    <p>At sea [now]</p></div><!-- /wp:cover --><div class="wp-block-file"><a href="https://lamp.example/map.pdf">The map</a><a
    href="https://lamp.example/map.pdf" class="wp-block-file__button" download>Download</a></div>
    <dl><dt>Ebb</dt><dd>water leaving</dd></dl><figure><video src="https://lamp.example/sea%20storm.mp4"></video></figure>`

  const item = await readOne({ 'content:encoded': text }, '', [wxrPicture(9, 7, 'lighthouse')])

  expect(item.content).toMatchObject([
    { type: 'image', url: 'https://lamp.example/wp-content/uploads/lighthouse.jpg', alt: 'A lighthouse' },
    { children: [{ text: 'At sea [now]' }] },
    { children: [{}, { type: 'link', children: [{ text: 'The map' }] }, {}] },
    { children: [{ text: 'Ebb', bold: true }] },
    { children: [{ text: 'water leaving' }] },
    { children: [{}, { type: 'link', children: [{ text: 'sea storm.mp4' }] }, {}] },
  ])
  expect(item.words).toMatchObject({ missing: [] })
})

test('a verse keeps its lines and their indentation', async () => {
  const verse = '<pre class="wp-block-verse">The lamp\n    went out,\n\tand in.</pre>'
  const { content } = await readOne({ 'content:encoded': `<!-- wp:verse -->${verse}<!-- /wp:verse -->` })
  expect(content).toMatchObject([
    { type: 'paragraph', children: [{ text: 'The lamp\n    went out,\n\tand in.' }] },
  ])
})

test.each([
  [{ 'wp:status': 'draft', 'wp:post_date_gmt': '0000-00-00 00:00:00' }, [], null],
  [{ 'wp:status': 'private' }, ['1 private story comes in as a draft.'], '2021-05-04T03:02:01.000Z'],
  [{ 'wp:status': 'future' }, ['1 scheduled story comes in as a draft.'], '2021-05-04T03:02:01.000Z'],
  [
    { 'wp:post_password': 'moon' },
    ['1 password was left out, so the story comes in as a draft.'],
    '2021-05-04T03:02:01.000Z',
  ],
])('a story that was not for everybody is a draft: %j', async (fields, receipt, published_at) => {
  const item = await readOne(fields)

  expect(item).toMatchObject({ state: 'draft', published_at })
  expect(inWords(item)).toEqual(receipt)
})

test('feeds, tags, categories, authors and pages of pictures have old addresses', async () => {
  const source = await open(wxr([wxrPicture(9, 7, 'lighthouse')]))
  const found = new Map((await Array.fromAsync(source.redirects())).map(({ path, target }) => [path, target]))

  expect(found.get('/feed/')).toEqual({ kind: 'list', path: '/rss.xml' })
  expect(found.get('/tag/far-moon/')).toEqual({ kind: 'tag', name: 'Far Moon' })
  expect(found.get('/category/sea/storms/')).toEqual({ kind: 'tag', name: 'Storms' })
  expect(found.get('/author/mira/')).toEqual({
    kind: 'author',
    name: 'Mira Sol',
    email: 'mira@lamp.example',
  })
  expect(found.get('/2021/05/story-7/lighthouse/')).toEqual({ kind: 'item', key: '7' })
  expect(source).toMatchObject({ kind: 'wordpress', name: 'The Lamp', identity: 'wordpress:lamp.example' })
})

test('names that WordPress stores as HTML are plain text, in a story and at old addresses', async () => {
  const text = wxr([wxrItem(7, {}, '<category domain="issue" nicename="a">Ebb &amp;amp; flow</category>')])
  const escaped = text.replace('[Sea]', '[Sea &amp; salt]').replace('[Mira Sol]', '[Ole &amp; Mira]')
  const source = await open(escaped)

  const [item] = await Array.fromAsync(readSource(source))
  const targets = (await Array.fromAsync(source.redirects())).map(({ target }) => target)

  expect(item).toMatchObject({ authors: [{ name: 'Ole & Mira' }], receipt: [{ names: ['Ebb & flow'] }] })
  expect(targets).toContainEqual({ kind: 'tag', name: 'Sea & salt' })
  expect(targets).toContainEqual({ kind: 'author', name: 'Ole & Mira', email: 'mira@lamp.example' })
})

test('a file that ends in the middle yields what it has, and says so', async () => {
  const whole = wxr([wxrItem(1, {}), wxrItem(2, {})])

  const items = await read(whole.slice(0, whole.lastIndexOf('<wp:status>')))

  expect(items).toMatchObject([
    { key: '1' },
    { title: 'Story 2', failure: expect.stringContaining('ends in the middle') },
  ])
})

test('invalid XML within an item is passed over and named', async () => {
  const items = await read(wxr([wxrItem(1, {}, '<wp:odd>&unknown; a < b</wp:odd>'), wxrItem(2, {})]))

  expect(items).toMatchObject([{ receipt: [{ kind: 'broken-markup' }] }, { key: '2', receipt: [] }])
})

test('an ampersand that begins no reference hides nothing of what follows, wherever a chunk of the file ends', async () => {
  const address = 'https://pictures.example/lamp?fit=crop&ixid=a1&w=9'
  const more = `<wp:attachment_url>${address}</wp:attachment_url>`
  const text = wxr([
    wxrItem(1, { title: 'Ink & moss &amp; rope', 'content:encoded': '<p>Salt &amp; sea & more &lt;</p>' }),
    wxrItem(2, { 'wp:post_type': 'attachment' }, more),
    wxrItem(3, { 'content:encoded': `<img src="${address}">` }),
  ])

  for (const size of [1, 7, 64_000]) {
    const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
    const records = await Array.fromAsync(
      readWxr(Readable.from(chunks.map((chunk) => strToU8(chunk))), IMPORT_LIMITS),
    )
    expect(records.filter(({ kind }) => kind === 'fault')).toEqual([])
    expect(JSON.stringify(records)).toContain('Ink & moss &amp; rope')
    expect(JSON.stringify(records)).toContain('Salt &amp; sea & more &lt;')
    expect(JSON.stringify(records)).toContain(JSON.stringify(address))
  }
  expect(await read(text)).toMatchObject([{ title: 'Ink & moss & rope' }, { key: '3', receipt: [] }])
})

test('a text over the limit is a failure, and the next one is read', async () => {
  const text = wxr([wxrItem(1, { 'content:encoded': 'x'.repeat(9_000) }), wxrItem(2, {})])
  const limits = { ...IMPORT_LIMITS, textBytes: 8_000 }
  const source = await openTemporary('export.xml', text, { limits })

  expect(await Array.fromAsync(readSource(source))).toMatchObject([
    { title: 'Story 1', failure: 'The text is too large to be imported.' },
    { key: '2' },
  ])
})

test.each([
  ['UTF-16', Buffer.from(`\ufeff${wxr([wxrItem(1, { title: 'Łódź' })])}`, 'utf16le'), 'Łódź'],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${wxr([wxrItem(1, { title: 'Łódź' })])}`), 'Łódź'],
  [
    'declared Latin-1',
    Buffer.from(wxr([wxrItem(1, { title: 'Señor' })]).replace('UTF-8', 'ISO-8859-1'), 'latin1'),
    'Señor',
  ],
])('%s is read', async (_name, bytes, title) => {
  expect(await read(bytes)).toMatchObject([{ title }])
})

test('the files of a packed export are one source', async () => {
  const poster = wxrMeta('_thumbnail_id', '9')
  const zip = zipSync({
    'lamp/001.xml': strToU8(wxr([wxrItem(7, {}, poster)])),
    'lamp/002.xml': strToU8(wxr([wxrPicture(9, 7, 'lighthouse'), wxrItem(8, {})])),
  })
  const source = await openTemporary('lamp.zip', zip)

  expect(await Array.fromAsync(readSource(source))).toMatchObject([
    { key: '7', poster: { alt: 'A lighthouse' } },
    { key: '8', poster: null },
  ])
})

test('a document type is refused before anything is read', async () => {
  const attack = wxr([]).replace('<rss', '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss')

  await expect(open(attack)).rejects.toThrow('declares entities or a document type')
})

test('what a story has no place for is in the receipt, and a description for search engines is its excerpt', async () => {
  const file =
    '<div class="wp-block-file"><a href="/a.pdf">A</a><a class="wp-block-file__button" href="/a.pdf">Get</a></div>'
  const meta = wxrMeta('_yoast_wpseo_title', 'Best lamp') + wxrMeta('_yoast_wpseo_metadesc', 'Of light')
  const fields = { 'content:encoded': file, 'wp:is_sticky': '1', 'wp:post_type': 'page' }
  const entries = [2, 3].map((id) => wxrItem(id, { 'wp:post_type': 'nav_menu_item' }))

  const source = await openTemporary('lamp.xml', wxr([wxrItem(1, fields, meta), ...entries]))

  expect(source.receipt?.map(describeLoss)).toEqual(['2 menu entries were left out.'])
  const [item] = await Array.fromAsync(readSource(source))
  if (!item || isFailed(item)) throw new Error('no item')
  expect(item).toMatchObject({
    page: {},
    excerpt: 'Of light',
    addresses: expect.arrayContaining(['/?page_id=1']),
  })
  expect(item.receipt.map(({ kind }) => kind).toSorted()).toEqual(['download', 'search-text', 'sticky'])
})

test('every old slug of a post leads to it', async () => {
  const { addresses } = await readOne(
    {},
    ['first', 'second'].map((slug) => wxrMeta('_wp_old_slug', slug)).join(''),
  )

  expect(addresses).toEqual(expect.arrayContaining(['/2021/05/first/', '/2021/05/second/']))
})

test('shared blocks may be in each other, and one that the export lacks is named', async () => {
  const block = (id: number) => `<!-- wp:block {"ref":${id}} /-->`
  const shared = (id: number, text: string) =>
    wxrItem(id, { 'wp:post_type': 'wp_block', 'content:encoded': text })
  const others = [shared(20, `<p>Outer</p>${block(21)}`), shared(21, `<p>Inner</p>${block(20)}`)]

  const item = await readOne(
    { 'content:encoded': `<!-- wp:paragraph -->${block(20)}${block(22)}` },
    '',
    others,
  )

  expect(plainText(item.content)).toBe('Outer\nInner')
  expect(inWords(item)).toEqual(['2 generated blocks (block) were left out.'])
})

test('pictures that a post names by numbers and the export lacks are counted', async () => {
  const item = await readOne(
    { 'content:encoded': '[gallery ids="9,10,11"]' },
    wxrMeta('_thumbnail_id', '12'),
    [wxrPicture(9, 7, 'lighthouse')],
  )

  expect(inWords(item)).toContain('3 pictures are neither in the file nor at a known address.')
})

test('terms that are neither tags nor categories are named', async () => {
  const term = (domain: string, name: string) =>
    `<category domain="${domain}" nicename="a">${name}</category>`

  const item = await readOne(
    {},
    term('issue', 'Spring 2021') + term('post_format', 'Aside') + term('post_tag', 'Sea'),
  )

  expect([item.tags, inWords(item)]).toEqual([['Sea'], ['1 tag (Spring 2021) was left out.']])
})

test('the paragraphs and lines within an inline element stay apart', async () => {
  const text = '<em>Roses are red\nViolets are <b>blue\n\nSugar</b> is sweet\n\n</em>End'

  const { content } = await readOne({ 'content:encoded': text })

  expect(content).toMatchObject([
    {
      children: [
        { text: 'Roses are red\nViolets are ', italic: true },
        { text: 'blue', bold: true },
      ],
    },
    {
      children: [
        { text: 'Sugar', bold: true },
        { text: ' is sweet', italic: true },
      ],
    },
    { children: [{ text: 'End' }] },
  ])
})

test.each([
  ['Dusk<br />\nDawn', ['Dusk\nDawn']],
  ['Dusk<br /><br />Dawn', ['Dusk', 'Dawn']],
  ['<p>Dusk<br />\n<br />\nDawn</p>', ['Dusk', 'Dawn']],
])('the classic editor shows %j as lines, and as paragraphs where a line is empty', async (text, shown) => {
  const { content } = await readOne({ 'content:encoded': text })

  expect(content).toEqual(shown.map((line) => ({ type: 'paragraph', children: [{ text: line }] })))
})

const LINE = 'The lamp on the quay was lit again at dusk.'
const SCENES = [LINE, LINE, '&nbsp;', LINE, LINE, LINE]

test.each([
  ['the classic editor', SCENES.join('\n\n')],
  ['the classic editor, in italics', `<em>${SCENES.join('\n\n')}</em>`],
  ['the block editor', SCENES.map((text) => `<!-- wp:paragraph --><p>${text}</p>`).join('')],
])('a no-break space alone in a paragraph of %s is a scene break', async (_, text) => {
  const { content } = await readOne({ 'content:encoded': text })

  expect(plainText(content)).toBe([LINE, LINE, '***', LINE, LINE, LINE].join('\n'))
})

test('the lines of a title and the paragraphs of an excerpt stay apart', async () => {
  const title = 'The lamp<br />by the <em>s</em>ea'

  expect(await readOne({ title, 'excerpt:encoded': '<p>Dusk.</p><p>Dawn.</p>' })).toMatchObject({
    title: 'The lamp by the sea',
    excerpt: 'Dusk. Dawn.',
  })
})

test('an author that Co-Authors Plus names by a login has the name that readers saw', async () => {
  const term = (slug: string, name: string) =>
    `<category domain="author" nicename="${slug}">${name}</category>`

  const { authors } = await readOne({}, term('cap-mira-sol', 'mira') + term('cap-ole', 'Ole'))

  expect(authors.map(({ name }) => name)).toEqual(['Mira Sol', 'Ole'])
})

test('a link to what is above the site keeps its host', async () => {
  const text = '<a href="https://lamp.example/lamps/">a</a> <a href="https://lamp.example/blog/b/">b</a>'
  const file = wxr([wxrItem(7, { link: 'https://lamp.example/blog/story-7/', 'content:encoded': text })])

  const items = await read(file.replace('<link>https://lamp.example<', '<link>https://lamp.example/blog<'))

  expect(JSON.stringify(items).match(/(?<="url":")[^"]+/g)).toEqual([
    'https://lamp.example/lamps/',
    '/blog/b/',
  ])
})
