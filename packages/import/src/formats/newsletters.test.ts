import { describeLoss } from '@nightdesk/contracts'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type ImportedItem, isFailed } from '../model.ts'
import { readSource } from '../read-entry.ts'
import { openTemporary } from '../testing.ts'

async function read(files: Readonly<Record<string, string>>): Promise<ImportedItem[]> {
  const bytes = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))
  const source = await openTemporary('export.zip', zipSync(bytes))
  const items = await Array.fromAsync(readSource(source))
  return items.filter((item): item is ImportedItem => !isFailed(item))
}

const CSV = `post_id,post_date,is_published,email_sent_at,type,audience,title,subtitle,podcast_url
11.a-lamp,2021-05-04T03:02:01.000Z,true,,newsletter,everyone,"A lamp, lit",Of light,
12.paid,2021-05-05T03:02:01.000Z,true,,podcast,only_paid,Paid,,https://sea.example/a.mp3
13.,,false,,newsletter,everyone,,,
`

test('Substack: a list of posts and their texts', async () => {
  const html = `<p>Lit<a class="footnote-anchor" id="footnote-anchor-1" href="#footnote-1">1</a></p>
    <p class="button-wrapper"><a class="button primary" href="https://lamp.substack.com/subscribe?"><span>Sign up</span></a></p>
    <figure><a class="image-link" href="https://substackcdn.com/image/fetch/w_1456/https%3A%2F%2Fs3.example%2Fa.png"><img
    src="https://substackcdn.com/image/fetch/w_1456,c_limit/https%3A%2F%2Fs3.example%2Fa.png"></a><figcaption>Light</figcaption></figure>
    <div class="footnote"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a><div class="footnote-content">
    <p>By the sea</p></div></div>`

  const items = await read({
    'posts.csv': CSV,
    'posts/11.a-lamp.html': html,
    'posts/12.paid.html': '<p>For some</p>',
  })

  expect(items).toMatchObject([
    {
      key: '11',
      title: 'A lamp, lit',
      excerpt: 'Of light',
      state: 'published',
      published_at: '2021-05-04T03:02:01.000Z',
      addresses: ['/p/a-lamp', '/p/a-lamp/comments'],
      content: [
        { type: 'paragraph', children: [{ text: 'Lit' }, { type: 'footnote-reference' }, {}] },
        { type: 'image', url: 'https://s3.example/a.png', caption: 'Light' },
        { type: 'footnote', children: [{ text: 'By the sea' }] },
      ],
      words: { missing: [] },
    },
    { key: '12', state: 'draft' },
  ])
  expect(items.map(({ receipt }) => receipt.map(describeLoss))).toEqual([
    ['1 button for subscribers was left out.'],
    ['1 audio player (sea.example) became a link.', '1 story for members comes in as a draft.'],
  ])
})

test('Substack: a poem has its lines, and nothing that the editor says to its author', async () => {
  const html = `<div class="preformatted-block"><label class="hide-text" contenteditable="false">Text within this block will maintain
    its original spacing when published</label><pre class="text">A <em>lamp</em>\n  by the sea</pre></div>`

  const [item] = await read({ 'posts.csv': CSV, 'posts/11.a-lamp.html': html })

  const line = [{ text: 'A ' }, { text: 'lamp', italic: true }, { text: '\n  by the sea' }]
  expect(item).toMatchObject({ content: [{ type: 'paragraph', children: line }], words: { missing: [] } })
})

const PAGE = (
  more: string,
) => `<!DOCTYPE html><html><head><title>A lamp</title></head><body><article class="h-entry">
  <header><h1 class="p-name">A lamp</h1></header><section data-field="subtitle" class="p-summary">Of light</section>
  <section data-field="body" class="e-content"><section class="section"><div class="section-divider"><hr></div>
  <h3 class="graf graf--h3 graf--title">A lamp</h3><p class="graf graf--p">Lit <em>again</em></p></section>
  <section class="section"><div class="section-divider"><hr></div><p class="graf graf--p">Dusk</p></section></section>
  <footer>${more}</footer></article></body></html>`

test('Medium: a page for each post', async () => {
  const footer = `<p>Tagged in <a class="p-tag">Moon</a></p><p>By <a class="p-author h-card">Mira Sol</a> on
    <time class="dt-published" datetime="2021-05-04T03:02:01.000Z">May 4</time></p>
    <a href="https://medium.com/@mira/a-lamp-abcd12345678" class="p-canonical">Canonical link</a>`

  const items = await read({
    'posts/2021-05-04_A-lamp-abcd12345678.html': PAGE(footer),
    'posts/draft_A-lamp-ffff12345678.html': PAGE(''),
    'profile/profile.html': '<p>Private</p>',
  })

  expect(items).toMatchObject([
    {
      key: 'abcd12345678',
      title: 'A lamp',
      excerpt: 'Of light',
      state: 'published',
      authors: [{ name: 'Mira Sol', role: 'author' }],
      tags: ['Moon'],
      content: [
        { children: [{ text: 'Lit ' }, { text: 'again', italic: true }] },
        { children: [{ text: '***' }] },
        { children: [{ text: 'Dusk' }] },
      ],
      words: { missing: [] },
    },
    { key: 'ffff12345678', state: 'draft', published_at: null },
  ])
  expect(items[0]?.addresses).toEqual([
    '/a-lamp-abcd12345678',
    '/@mira/a-lamp-abcd12345678',
    '/p/abcd12345678',
  ])
})

test('Medium: a picture at the beginning of a text stays, also in a post without a subtitle', async () => {
  const picture =
    '<figure class="graf graf--figure graf--leading"><img src="https://cdn.example/a.png"></figure>'
  const page = PAGE('').replace('Of light', '').replace('<h3', `${picture}<h3`)

  const [item] = await read({ 'posts/2021-05-04_A-lamp-abcd12345678.html': page })

  expect(item?.pictures).toMatchObject([{ url: 'https://cdn.example/a.png' }])
})

test('Substack: elements that a script fills become pictures and links, or are named', async () => {
  const embed = (name: string, facts: object) =>
    `<div class="${name}" data-attrs="${JSON.stringify(facts).replaceAll('"', '&quot;')}"></div>`
  const src = 'https://substackcdn.com/image/fetch/w_1456/https%3A%2F%2Fs3.example%2Fa.png'
  const html = [
    embed('image-gallery-embed', {
      gallery: { images: [{ src }, { src: 'https://s3.example/b.png' }], caption: 'Both' },
    }),
    embed('digest-post-embed', { title: 'Other', canonical_url: 'https://sea.example/p/other' }),
    embed('poll-embed', { id: 7 }),
    '<div class="old" data-attrs="{"></div><p>Lit</p>',
  ]

  const [item] = await read({ 'posts.csv': 'post_id,title\n1.a,A\n', 'posts/1.a.html': html.join('') })

  expect(item?.content).toMatchObject([
    { type: 'image', url: 'https://s3.example/a.png' },
    { type: 'image', url: 'https://s3.example/b.png' },
    { children: [{ text: 'Both' }] },
    {
      children: [{}, { type: 'link', url: 'https://sea.example/p/other', children: [{ text: 'Other' }] }, {}],
    },
    { children: [{ text: 'Lit' }] },
  ])
  expect(item?.receipt.map(describeLoss)).toEqual([
    '1 gallery became single pictures.',
    '1 embed (sea.example) became a link.',
    '2 generated blocks (poll-embed, old) were left out.',
  ])
})

test('Medium: only links to posts of the export become paths', async () => {
  const hrefs = ['@mira/b-bbbb12345678?source=a', '@ole/c-cccc12345678', 'topic/sea']
  const links = hrefs.map((href) => `<a href="https://medium.com/${href}">a</a>`).join(' ')
  const page = PAGE('').replace('Dusk', links)

  const [item] = await read({ 'posts/A-aaaa12345678.html': page, 'posts/B-bbbb12345678.html': PAGE('') })

  expect(JSON.stringify(item?.content).match(/(?<="url":")[^"]+/g)).toEqual([
    '/p/bbbb12345678',
    'https://medium.com/@ole/c-cccc12345678',
    'https://medium.com/topic/sea',
  ])
})
