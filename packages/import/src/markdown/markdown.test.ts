import { describeLoss } from '@nightdesk/contracts'
import { plainText } from '@nightdesk/editor'
import { strToU8, zipSync } from 'fflate'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type FailedItem, type ImportedItem, isFailed } from '../model.ts'
import { readSource } from '../read-entry.ts'
import { openTemporary } from '../testing.ts'

async function openSite(files: Readonly<Record<string, string>>) {
  const bytes = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [`blog-main/${path}`, strToU8(text)]),
  )
  return await openTemporary('blog.zip', zipSync(bytes))
}

async function read(files: Readonly<Record<string, string>>): Promise<(ImportedItem | FailedItem)[]> {
  return await Array.fromAsync(readSource(await openSite(files)))
}

const inWords = (item: ImportedItem | FailedItem | undefined) =>
  item && !isFailed(item) ? item.receipt.map(describeLoss) : []

test('Jekyll: dates and addresses come from the name of the file and the configuration', async () => {
  const text = `---
title: "A lamp: lit"
author: Mira Sol
categories: sea
tags: [Far Moon, night]
redirect_from: [/old-lamp/]
image: /assets/lamp.png
---
{% highlight ruby %}
puts 1
{% endhighlight %}
See [this]({% post_url 2020-01-02-other %}) and {% include note.html %}.
![Light]({{ site.baseurl }}/assets/lamp.png)
`
  const items = await read({
    '_config.yml': 'title: The Lamp\nurl: https://lamp.example\npermalink: pretty',
    '_posts/2021-05-04-a-lamp.md': text,
    '_posts/2020-01-02-other.md': '---\ntitle: Other\n---\nWords',
    'README.md': '# The repository',
    'assets/lamp.png': 'png',
  })

  expect(items).toHaveLength(2)
  expect(items[1]).toMatchObject({
    key: '_posts/2021-05-04-a-lamp.md',
    title: 'A lamp: lit',
    published_at: '2021-05-04T12:00:00.000Z',
    authors: [{ name: 'Mira Sol', role: 'author' }],
    tags: ['Far Moon', 'night', 'sea'],
    addresses: ['/sea/2021/05/04/a-lamp/', '/old-lamp/'],
    poster: {
      path: 'assets/lamp.png',
      url: '/assets/lamp.png',
      address: 'https://lamp.example/assets/lamp.png',
    },
    pictures: [{ path: 'assets/lamp.png', url: '/assets/lamp.png' }],
    content: [
      { type: 'code-block', language: 'ruby', children: [{ children: [{ text: 'puts 1' }] }] },
      { type: 'paragraph', children: [{ text: 'See ' }, { type: 'link', url: '/2020/01/02/other/' }, {}] },
      { type: 'image', url: '/assets/lamp.png', alt: 'Light' },
    ],
    words: { missing: [] },
  })
  expect(inWords(items[1])).toEqual([
    '1 piece of template code ({% include %}) stayed as text, which makes a draft.',
  ])
})

test('Hugo: TOML, folders of their own, figures and shortcodes', async () => {
  const text = `+++
title = "A lamp"
date = 2021-05-04T03:02:01Z
draft = true
aliases = ["/lamp-old"]
authors = ["Mira Sol", "Ole"]
+++
{{< figure src="lamp.png" caption="The *light*" >}}

{{< youtube abcdefgh >}}

{{< note >}}Careful{{< /note >}} with footnotes.[^1]

| a | b |
|---|---|
| 1 | 2 |

[^1]: By the sea.
`
  const items = await read({
    'hugo.toml': 'baseURL = "https://lamp.example/site/"\ntitle = "The Lamp"',
    'content/stories/a-lamp/index.md': text,
    'content/stories/a-lamp/lamp.png': 'png',
    'content/_index.md': '---\ntitle: Home\n---\n',
  })

  expect(items).toMatchObject([
    {
      title: 'A lamp',
      state: 'draft',
      authors: [{ name: 'Mira Sol' }, { name: 'Ole' }],
      published_at: '2021-05-04T03:02:01.000Z',
      addresses: ['/site/stories/a-lamp/', '/site/lamp-old'],
      pictures: [{ path: 'content/stories/a-lamp/lamp.png' }],
      words: { missing: [] },
    },
  ])
  expect(inWords(items[0])).toEqual([
    '1 piece of template code (note) stayed as text, which makes a draft.',
    '1 embed (www.youtube.com) became a link.',
    '1 table became lines of text.',
    '1 caption became plain text.',
  ])
  const [item] = items
  if (!item || isFailed(item)) throw new Error('no item')
  expect(plainText(item.content)).toContain('{{< note >}}Careful{{< /note >}} with footnotes.')
  expect(item.content.at(-1)).toMatchObject({ type: 'footnote', children: [{ text: 'By the sea.' }] })
})

test.each([
  ['intro-to-node.js.md', 'intro to node.js', '/intro-to-node.js/'],
  ['a-lamp.pt-br.md', 'a lamp', '/a-lamp/'],
])('the name %s has all but a language in the title and address', async (path, title, address) => {
  expect(await read({ [path]: 'Words' })).toMatchObject([{ title, addresses: [address] }])
})

test('a text without facts has its first heading as title, and its path as address', async () => {
  const items = await read({
    'stories/a-lamp.md': '# A *lamp*\n\nLit  \nagain',
    'stories/moon.md': 'Only words',
  })

  expect(items).toMatchObject([
    {
      title: 'A lamp',
      addresses: ['/stories/a-lamp/'],
      content: [{ children: [{ text: 'Lit\nagain' }] }],
    },
    { title: 'moon' },
  ])
})

test('MDX: components become their text, and code stays as it is', async () => {
  const text =
    "---\ndate: 2021-05-04\n---\nimport Card from './card.astro'\n\n<Card>\n\nLit\n\n</Card>\n\n```js\nimport a from 'b'\n```\n"

  const items = await read({ 'src/content/blog/a-lamp.mdx': text })

  expect(items).toMatchObject([
    {
      addresses: ['/blog/a-lamp/'],
      content: [
        { children: [{ text: 'Lit' }] },
        { children: [{ children: [{ text: "import a from 'b'" }] }] },
      ],
    },
  ])
  expect(inWords(items[0])).toEqual(['1 component (Card) became its text.', '1 script was left out.'])
})

test('MDX: what follows an element that closes itself stays', async () => {
  const iframe = '<iframe\n  src="https://www.youtube.com/embed/abcdefgh"\n/>'
  const text = `${iframe}\n\nOne\n\n<Video src="https://sea.example/a.mp4" />\n\nTwo\n\n<Script src="a.js"/>\n\nThree \`<Card />\``

  const [item] = await read({ 'a.mdx': text })

  expect(item).toMatchObject({
    content: [
      { children: [{}, { type: 'link', url: 'https://www.youtube.com/watch?v=abcdefgh' }, {}] },
      { children: [{ text: 'One' }] },
      { children: [{}, { type: 'link', url: 'https://sea.example/a.mp4' }, {}] },
      { children: [{ text: 'Two' }] },
      { children: [{ text: 'Three ' }, { text: '<Card />', code: true }] },
    ],
  })
})

test('MDX: an import and an export of several lines are no text', async () => {
  const text = "import {\n  Card,\n} from './cards'\n\nexport const meta = {\n  lit: true,\n}\n\nLit"

  expect(await read({ 'a.mdx': text })).toMatchObject([{ content: [{ children: [{ text: 'Lit' }] }] }])
})

test.each([
  ['Jekyll', '{% comment %}Hidden{%- comment -%}{%- endcomment -%} hidden{% endcomment %}'],
  [
    'a fence in a comment of Jekyll',
    '{% comment %}\n```\nHidden{% endcomment %}\n\n{% comment %}hidden{% endcomment %}',
  ],
  ['Liquid in one tag', '{% # hidden %}'],
  ['kramdown', '{::comment}\nHidden\n{:/comment}'],
  ['Hugo', '{{< comment >}}Hidden{{< /comment >}}'],
  ['Hugo, as Markdown', '{{% comment %}}\n\n    hidden\n\n{{% /comment %}}'],
  ['Hugo’s templates', '{{/* hidden */}}\n{{- /* hidden */ -}}'],
  ['HTML', '<!-- hidden\n\nhidden -->'],
  ['Obsidian', '%%hidden%%\n\n%%\nHidden\n\nhidden\n%%'],
  ['MDX', '{/* hidden */}'],
])('comments of %s stay hidden, and in code they are text', async (_, hidden) => {
  const line = hidden.replaceAll(/\s+/g, ' ')
  const fenced = `\`\`\`\`\n${hidden}\n\`\`\`\``
  const text = `Seen\n\n${hidden}\n\n${fenced}\n\n${hidden.replace(/^/gm, '    ')}\n\nAt \`\`\`\` ${line} \`\`\`\``

  const [item] = await read({ 'a.mdx': text })

  if (!item || isFailed(item)) throw new Error('no item')
  expect(item.content).toMatchObject([
    { children: [{ text: 'Seen' }] },
    { type: 'code-block' },
    { type: 'code-block' },
    { children: [{ text: 'At ' }, { text: line, code: true }] },
  ])
  expect(plainText(item.content.slice(1, 2))).toBe(hidden)
})

test.each([
  ['publishedAt: 2021-05-04', 'published_at: 2021-05-04T12:00:00Z', 'published_on: May 4, 2021 UTC'],
  ['date_published: 2021-05-04', 'pubDate: 2021-05-04', 'published: 2021-05-04', 'date: 2021-05-04'],
  ['publishDate: 2021-05-04\ndate: 2020-01-01', 'published: true\nposted: 2021-05-04'],
  ['created: 2021-05-04\nlastmod: 2022-01-01', 'date created: 2021-05-04', 'lastmod: 2021-05-04'],
])('the date of publication is that of %s', async (...facts) => {
  for (const fact of facts)
    expect(await read({ 'a.md': `---\n${fact}\n---\nWords` })).toMatchObject([
      { state: 'published', published_at: '2021-05-04T12:00:00.000Z', receipt: [] },
    ])
})

test('a date without a zone is that day, wherever the server is', async () => {
  vi.stubEnv('TZ', 'Africa/Nairobi')
  onTestFinished(() => void vi.unstubAllEnvs())
  const days = [
    'May 4, 2021',
    'May 04 2021',
    '2021/05/04',
    '2021-5-4',
    '2021.05.04',
    '04.05.2021',
    '20210504',
  ]
  const midnights = ['4 May 2021 00:00', '2021-05-04T00:00', '1620086400', '1620086400000']
  const zoned = [
    '2021-05-04 03:00 +0300',
    '2021-05-04T03:00:00 +03:00',
    '2021-05-03 19:00 -5',
    'Mon, 03 May 2021 19:00:00 EST',
  ]
  const dates = [...days.map((date) => [date, 12]), ...[...midnights, ...zoned].map((date) => [date, 0])]

  for (const [date, hour] of dates)
    expect(await read({ 'a.md': `---\ndate: ${date}\n---\nWords` })).toMatchObject([
      { published_at: new Date(Date.UTC(2021, 4, 4, Number(hour))).toISOString() },
    ])
})

test('a story of today is no scheduled one, at any time of the day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  for (const [now, hour] of [
    ['08:00', '00'],
    ['16:00', '12'],
  ]) {
    vi.setSystemTime(`2021-05-04T${now}:00Z`)
    expect(await read({ 'a.md': '---\ndate: 2021-05-04\n---\nWords' })).toMatchObject([
      { state: 'published', published_at: `2021-05-04T${hour}:00:00.000Z`, receipt: [] },
    ])
  }
})

test.each([
  ['date: 1965-05-04', '1965-05-04T12:00:00.000Z'],
  ['date: 1965', '1965-01-01T12:00:00.000Z'],
  ['date: 2021-05', '2021-05-01T12:00:00.000Z'],
])('a text with the %s keeps it', async (fact, published_at) => {
  expect(await read({ 'a.md': `---\n${fact}\n---\nWords` })).toMatchObject([
    { state: 'published', published_at },
  ])
})

test.each(['2021-05-04', '2021-05-04T12:00:00', '2021-05-04T07:00:00-05:00'])(
  'the date %s of TOML is an instant',
  async (date) => {
    expect(await read({ 'a.md': `+++\ndate = ${date}\n+++\nWords` })).toMatchObject([
      { published_at: '2021-05-04T12:00:00.000Z' },
    ])
  },
)

test.each(['soon', '20211-05-04', 'Chapter 5', '5', '1970-01-01', '1970-01-01T00:00:00Z', '0001-01-01'])(
  'a text with the date %s is a draft, and says so first',
  async (date) => {
    const [item] = await read({ 'a.md': `---\ndate: ${date}\n---\n| a | b |\n|---|---|\n| 1 | 2 |` })

    expect(item).toMatchObject({ state: 'draft', published_at: null })
    expect(inWords(item)[0]).toBe('1 story that has no date comes in as a draft.')
  },
)

test('tags may be objects, and a text names its addresses and its original', async () => {
  const facts = `date: 2021-05-04
tags: [{slug: far-moon, name: Far Moon}, {slug: sea}]
permalink: https://lamp.example/a-lamp/
aliases: [/old-lamp]
redirect_from: /older-lamp`
  const original = 'canonical_url: https://paper.example/2020/lamp'
  const folder = { 'a.md': `---\n${facts}\n${original}\n---\nWords` }
  const alone = await openTemporary('a.md', `---\n${facts}\n---\nWords`)

  const [item] = await read(folder)

  expect(item).toMatchObject({
    key: 'https://paper.example/2020/lamp',
    tags: ['Far Moon', 'sea'],
    addresses: ['/a-lamp/', '/old-lamp', '/older-lamp'],
  })
  expect(inWords(item)).toEqual(['1 canonical address (https://paper.example/2020/lamp) was left out.'])
  expect(await Array.fromAsync(readSource(alone))).toMatchObject([
    { key: 'https://lamp.example/a-lamp/', addresses: ['/a-lamp/', '/old-lamp', '/older-lamp'] },
  ])
  const own = 'canonical_url: https://www.lamp.example/sea/a-lamp'
  const config = { '_config.yml': 'url: https://lamp.example' }
  expect(await read({ ...config, 'sea/a.md': `---\ndate: 2021-05-04\n${own}\n---\nWords` })).toMatchObject([
    { key: 'sea/a.md', addresses: ['/sea/a.html', '/sea/a', '/sea/a-lamp'], receipt: [] },
  ])
})

test.each([
  [
    'Jekyll',
    { '_config.yml': 'url: https://lamp.example\nbaseurl: /blog' },
    '_posts/2021-05-04-a.md',
    'assets/a.png',
  ],
  ['Hugo', { 'hugo.toml': 'baseURL = "https://lamp.example/blog/"' }, 'content/a.md', 'static/a.png'],
])('%s: the pictures of a site below a path are found', async (_, config, path, file) => {
  const address = `/blog/${file.replace('static/', '')}`

  const [item] = await read({ ...config, [path]: `---\n---\n![](${address})`, [file]: 'png' })

  expect(item).toMatchObject({
    pictures: [{ path: file, old_path: address, address: `https://lamp.example${address}` }],
  })
})

test('Hugo: facts may be in params, and the caption of a poster is named', async () => {
  const facts = 'date: 2021-05-04\nparams:\n  author: Mira Sol\n  cover: {image: a.png, caption: By Ole}'

  const [item] = await read({
    'hugo.toml': '',
    'content/a.md': `---\n${facts}\n---\nWords`,
    'content/a.png': 'png',
  })

  expect(item).toMatchObject({ authors: [{ name: 'Mira Sol' }], poster: { path: 'content/a.png' } })
  expect(inWords(item)).toEqual(['1 caption of a poster (By Ole) was left out.'])
})

test('links between the files of a folder lead to their texts', async () => {
  const text =
    '[B](b.md) [C](./sea%20side/c.md#end) [C](/sea%20side/c.md) [Other](https://a.example/b.md) [Gone](gone.md)'
  const folder = { 'b.md': 'Words', 'sea side/c.md': 'Back to [A](../a.md)' }

  const items = await read({ 'a.md': text, ...folder })

  expect(items.map((item) => JSON.stringify(item).match(/(?<="url":")[^"]+/g))).toEqual([
    ['/b/', '/sea%20side/c/#end', '/sea%20side/c/', 'https://a.example/b.md'],
    null,
    ['/a/'],
  ])
})

test('Obsidian: pictures and links by name lead to their files, and in code they are text', async () => {
  const pictures = '![[a lamp.png]]\n\n![[pictures/a lamp.png|Its light|300]]\n\n![[gone.png|30x20]]'
  const links =
    '[[The Moon]], [[sea/The Moon.md#Rise\\|its rise]], [[Gone|lost]], [[#Dusk]] [[1]](b.md) `[[b]]`'

  const [item] = await read({
    'a.md': `${pictures}\n\n${links}`,
    'b.md': 'Words',
    'sea/The Moon.md': 'Words',
    'pictures/a lamp.png': 'png',
  })

  const image = { type: 'image', url: '/pictures/a%20lamp.png' }
  expect(item).toMatchObject({
    pictures: [{ path: 'pictures/a lamp.png' }, { path: null }],
    content: [
      image,
      { ...image, alt: 'Its light' },
      { type: 'image', url: '/gone.png' },
      {
        children: [
          {},
          { url: '/sea/the-moon/', children: [{ text: 'The Moon' }] },
          { text: ', ' },
          { url: '/sea/the-moon/#Rise', children: [{ text: 'its rise' }] },
          { text: ', lost, ' },
          { url: '#Dusk', children: [{ text: 'Dusk' }] },
          { text: ' ' },
          { url: '/b/', children: [{ text: '[1]' }] },
          { text: ' ' },
          { text: '[[b]]', code: true },
        ],
      },
    ],
  })
})

test.each([
  ['Jekyll', '_posts/2021-05-04-a-lamp.html', '/2021/05/04/a-lamp.html'],
  ['Hugo', 'content/a-lamp.html', '/a-lamp/'],
])('%s: a text may be HTML', async (_, path, address) => {
  const html = '---\ntitle: A lamp\ndate: 2021-05-04\n---\n<div>\n\n    <p>Lit *again*</p>\n</div>'

  const items = await read({ [path]: html, 'content/plain.html': '<p>No facts</p>' })

  expect(items).toMatchObject([
    {
      title: 'A lamp',
      state: 'published',
      content: [{ type: 'paragraph', children: [{ text: 'Lit *again*' }] }],
    },
  ])
  expect(items[0]).toHaveProperty(['addresses', 0], address)
})

const words = { children: [{ text: 'Words' }] }
const shown = { type: 'image', url: '/sea/lamp.png', alt: 'A lamp' }
const picture = [{ ...shown, caption: 'The light' }, words]
const paragraph = (...children: object[]) => ({ type: 'paragraph', children })
const address = 'https://www.youtube.com/watch?v=abcdefgh'
const video = [paragraph({}, { type: 'link', url: address }, {}), words]
const link = (url: string) => [paragraph({}, { type: 'link', url }, { text: '. Words' })]
const code = (language?: string) => [{ type: 'code-block', ...(language && { language }) }, words]

test.each([
  ['{{<img src="/sea/lamp.png" caption="The light" alt="A lamp">}}', picture],
  ['{{< figure src="/sea/lamp.png" caption="The light" alt="A lamp" >}}', picture],
  ['{% figure src="/sea/lamp.png" caption="The light" alt="A lamp" %}', picture],
  ['{% figure caption:"The light" %}\n![A lamp](/sea/lamp.png)\n{% endfigure %}', picture],
  ['{% include image.html src="/sea/lamp.png" caption="The light" alt="A lamp" %}', picture],
  ["{% include figure image_path='/sea/lamp.png' caption='The light' alt='A lamp' %}", picture],
  ['{% img left /sea/lamp.png 300 200 "A lamp" %}', [shown, words]],
  ['{{< youtube abcdefgh >}}', video],
  ['{% youtube abcdefgh %}', video],
  ['{% include video id="abcdefgh" provider="youtube" %}', video],
  ['See [it]({% post_url sea/2012-01-01-moon %}).', link('/sea/2012/01/01/the-moon/')],
  ['See [it]({% link sea/_posts/2012-01-01-moon.md %}).', link('/sea/2012/01/01/the-moon/')],
  ['See [it]({{< ref "2012-01-01-moon.md" >}}).', link('/sea/2012/01/01/the-moon/')],
  ['See [it]({{% ref "2012-01-01-moon.md" %}}).', link('/sea/2012/01/01/the-moon/')],
  ['{{% figure src="/sea/lamp.png" caption="The light" alt="A lamp" %}}', picture],
  ['See [it]({{< relref "../sea/_posts/2012-01-01-moon#rise" >}}).', link('/sea/2012/01/01/the-moon/#rise')],
  ['{%- highlight c++ linenos -%}\n{{ x }}\n{%- endhighlight -%}', code('c++')],
  ['{% highlight %}\n{{ x }}\n{% endhighlight %}', code()],
  ['{{< highlight "go" "linenos=table" >}}\n{{ x }}\n{{< /highlight >}}', code('go')],
])('the template %s becomes what it shows', async (template, content) => {
  const [item] = await read({
    '_config.yml': 'permalink: pretty',
    '_posts/2021-05-04-a.md': `---\n---\n${template}\nWords`,
    'sea/_posts/2012-01-01-moon.md': '---\nslug: the-moon\n---\nWords',
  })

  expect(item).toMatchObject({ state: 'published', content })
  expect(inWords(item).filter((note) => note.includes('template'))).toEqual([])
})

test.each([
  '{{ site.baseurl }}/moon/',
  '{{ site.url }}{{ site.baseurl }}/moon/',
  '{{ "/moon/" | relative_url }}',
  '{{ "moon/" | prepend: site.baseurl }}',
  '{{ site.baseurl }}{% post_url 2012-01-01-moon %}',
])('a link to %s leads to a text of a site of Jekyll that is below a path', async (address) => {
  const [, item] = await read({
    '_config.yml': 'url: https://lamp.example\nbaseurl: /sea\npermalink: /:title/',
    '_posts/2012-01-01-moon.md': '---\n---\nWords',
    '_posts/2021-05-04-a.md': `---\n---\nSee [it](${address}). Words`,
  })

  expect(item).toMatchObject({ content: link('/sea/moon/') })
})

test('template code that is left makes a draft, but none in code', async () => {
  const texts = (text: string) => read({ 'a.md': `---\ndate: 2021-05-04\n---\n${text}` })
  const [left] = await texts(
    '{{ page.title }} {% if a %}{% endif %} {{< note >}}Words{{< /note >}} {% post_url gone %}',
  )
  const [quoted] = await texts(
    '`{{ x }}`\n\n```\n{% x %}\n```\n\n<code>{{ x }}</code> {% raw %}{{ x }}{% endraw %} {{</* x */>}}',
  )

  expect(left).toMatchObject({ state: 'draft' })
  expect(inWords(left)).toEqual([
    '4 pieces of template code (page.title, {% if %}, note, {% post_url %}) stayed as text, which makes a draft.',
  ])
  expect(quoted).toMatchObject({ state: 'published', receipt: [] })
  expect(quoted && !isFailed(quoted) && plainText(quoted.content)).toBe(
    '{{ x }}\n{% x %}\n{{ x }} {{ x }} {{< x >}}',
  )
})

test.each([
  ['Hugo', { 'hugo.toml': '' }, 'content/about.md', 'content/stories/a.md'],
  ['Hugo, with folders', { 'hugo.toml': '' }, 'content/about/index.md', 'content/stories/a/index.md'],
  ['Jekyll', { '_config.yml': '' }, 'about.md', '_posts/2021-05-04-a.md'],
  ['Astro', { 'astro.config.mjs': '' }, 'src/pages/about.md', 'src/content/stories/a.md'],
])('what is beside the folders of stories of %s is a page at its address', async (_, config, page, story) => {
  const items = await read({
    ...config,
    [page]: '---\ntitle: About\n---\nWords',
    [story]: '---\ndate: 2021-05-04\n---\nWords',
  })

  const found = Object.fromEntries(items.map((item) => [item.key.replace(/#.*/, ''), item]))
  expect(found[page]).toMatchObject({ page: {}, state: 'published', receipt: [] })
  expect(found[page]).toHaveProperty(['addresses', 0], expect.stringMatching(/^\/about(\.html|\/)$/))
  expect(found[story]).not.toHaveProperty('page')
})

test('a file that cannot be read is a failure, and the others are read', async () => {
  const items = await read({
    'a.md': '---\ntitle: [\n---\nWords',
    'b.md': 'Words',
    'c.md': '>'.repeat(2_000),
  })

  expect(items).toMatchObject([
    { title: 'a.md', failure: 'The YAML in it is not valid.' },
    { title: 'b' },
    { title: 'c.md', failure: 'The text is nested too deeply.' },
  ])
})

test('feeds and tags have old addresses', async () => {
  const source = await openSite({ 'a.md': '---\ntags: [Far Moon]\n---\nWords' })
  const redirects = await Array.fromAsync(source.redirects())

  expect(redirects).toContainEqual({ path: '/index.xml', target: { kind: 'list', path: '/rss.xml' } })
  expect(redirects).toContainEqual({ path: '/tags/far-moon/', target: { kind: 'tag', name: 'Far Moon' } })
})

test('a site may have a page beside its texts, as an export of Medium has', async () => {
  expect(await read({ 'posts/index.html': '<h1>Lamps</h1>', 'posts/a.md': 'Words' })).toMatchObject([
    { key: expect.stringContaining('posts/a.md'), content: [words] },
  ])
})

test('a single file is a source of its own', async () => {
  const source = await openTemporary('a-lamp.md', '---\ntitle: A lamp\n---\nWords')

  expect(await Array.fromAsync(readSource(source))).toMatchObject([{ title: 'A lamp', addresses: [] }])
})

test.each(['{% comment %}Hidden{% endcomment %}', '{\n"title": "A lamp"\n}', 'PKD\n==='])(
  'a single file may begin with %j',
  async (beginning) => {
    const source = await openTemporary('a-lamp.md', `${beginning}\nWords`)

    expect(await Array.fromAsync(readSource(source))).toMatchObject([
      { content: [{ children: [{ text: 'Words' }] }] },
    ])
  },
)

test('code begins with the whole run of its signs, or not at all', async () => {
  expect(await read({ 'a.md': 'A ```lamp`` burns' })).toMatchObject([
    { content: [{ children: [{ text: 'A ```lamp`` burns' }] }] },
  ])
})

test('what kramdown says of elements is no text, and code with it is', async () => {
  const text = `# Lamp {#lamp}

[d](https://y.example){:target="_blank" rel="noopener"} lit{: .lead} \`{:.code}\` {:a=>1}
{: .align-left}

## Head {#head}

![x](/a.png){: width="700" height="400" }`

  const [item] = await read({ 'a.md': text })

  if (!item || isFailed(item)) throw new Error('no item')
  expect(item.title).toBe('Lamp')
  expect(plainText(item.content).trim()).toBe('d lit {:.code} {:a=>1}\nHead')
})

test.each([
  ['# The snake_case of __init__, *5 * 3*', 'The snake_case of init, 5 * 3'],
  ['# Using `Vec<T>` and `__init__` ##', 'Using Vec<T> and __init__'],
  ['2021. A lamp\n===', '2021. A lamp'],
  ['---\ntitle: "<em>Understanding</em> Option<T> &amp; i<b"\n---', 'Understanding Option<T> & i<b'],
])('the title of %j has all its words', async (text, title) => {
  expect(await read({ 'a.md': `${text}\n\nWords` })).toMatchObject([{ title }])
})

test.each([
  ['_posts/2021-05-04-A-Lamp.md', 'categories: sea night', '/sea/night/2021/05/04/A-Lamp.html'],
  ['_posts/2021-05-04-lit.md', 'categories: [Far Moon]', '/far%20moon/2021/05/04/lit.html'],
  ['Sea/_posts/2021-05-04-lit.md', 'slug: The lamp (lit)', '/sea/2021/05/04/The-lamp-(lit).html'],
  ['_lamps/lit.md', 'title: Lit', '/lamps/lit.html'],
])('Jekyll has the text %s with “%s” at %s', async (path, fact, address) => {
  const config = 'collections: {lamps: {output: true}}'

  const [item] = await read({ '_config.yml': config, [path]: `---\n${fact}\n---\nWords` })

  expect(item).toHaveProperty(['addresses', 0], address)
})

test('Jekyll: the configuration has facts for the texts in a folder or of a kind, the most specific last', async () => {
  const config = `collections: {lamps: {output: true}}
defaults:
  - {scope: {path: sea}, values: {author: Ole}}
  - {scope: {path: "", type: posts}, values: {author: Mira Sol, tags: [sea], permalink: "/stories/:title/"}}
  - {scope: {path: ""}, values: {author: Nobody}}
  - {scope: {path: old}, values: {published: false}}
  - {scope: {path: "", type: lamps}, values: {permalink: "/:collection/:path/"}}`
  const facts = '---\ntags: [moon]\n---\nWords'

  const items = await read({
    '_config.yml': config,
    '_lamps/north/a.md': facts,
    '_posts/2021-05-04-b.md': facts,
    'old/_posts/2021-05-04-c.md': '---\n---\nWords',
    'sea/_posts/2021-05-04-d.md': facts,
  })

  expect(items).toMatchObject([
    { authors: [{ name: 'Nobody' }], addresses: ['/lamps/north/a/'] },
    { authors: [{ name: 'Mira Sol' }], addresses: ['/stories/b/'], tags: ['moon'], state: 'published' },
    { authors: [{ name: 'Mira Sol' }], addresses: ['/stories/c/'], tags: ['sea'], state: 'draft' },
    { authors: [{ name: 'Ole' }], addresses: ['/stories/d/'] },
  ])
})

test.each([
  ['/:year/:title/', 'title: The lamp’s “light” & the sea - lit', '/2021/the-lamps-light-the-sea-lit/'],
  ['/:year/:title/', 'slug: lit', '/2021/a-lamp/'],
  ['/:slug/', 'title: Lit', '/lit/'],
  ['/:slug/', 'title: Lit\nslug: dusk', '/dusk/'],
  ['/:slugorcontentbasename/', 'title: Lit', '/a-lamp/'],
])('Hugo has a text at %s with “%s” at %s', async (pattern, facts, address) => {
  const [item] = await read({
    'hugo.yaml': `permalinks: {Stories: "${pattern}"}`,
    'content/Stories/a-lamp.md': `---\n${facts}\ndate: 2021-05-04\n---\nWords`,
  })

  expect(item).toHaveProperty(['addresses', 0], address)
})

test.each([
  '---\ndate: 2021-05-04T23:30:00-05:00\n---\n',
  '+++\ndate = 2021-05-04T23:30:00-05:00\n+++\n',
  '+++\ndate = 2021-05-04\n+++\n',
])('Hugo has the day of %j in its zone', async (facts) => {
  const [item] = await read({
    'hugo.yaml': 'permalinks: {stories: "/:year/:month/:day/"}',
    'content/stories/lit.md': `${facts}Words`,
  })

  expect(item).toHaveProperty(['addresses', 0], '/2021/05/04/')
})

test('a name of a file that begins with no real day has no date', async () => {
  expect(await read({ '2021-13-45-lit.md': 'Words' })).toMatchObject([{ state: 'draft', published_at: null }])
})

test('Hugo has the names of folders and tags in lower case, without signs', async () => {
  const source = await openSite({
    'hugo.toml': '',
    'content/Short Stories/A lamp’s light.md': '---\ntags: [Sun & moon]\n---\nWords',
  })

  expect(await Array.fromAsync(readSource(source))).toMatchObject([
    { addresses: ['/short-stories/a-lamps-light/'] },
  ])
  expect(await Array.fromAsync(source.redirects())).toContainEqual({
    path: '/tags/sun-moon/',
    target: { kind: 'tag', name: 'Sun & moon' },
  })
})

test('Hugo has a text in another language below the name of the language', async () => {
  const addressesIn = async (config: string) => {
    const texts = ['moon/index.de', 'moon/index', 'sea.en'].map((name) => [`content/${name}.md`, 'Words'])
    const items = await read({ 'hugo.toml': config, ...Object.fromEntries(texts) })
    return items.map((item) => !isFailed(item) && item.addresses[0])
  }

  expect(await addressesIn('')).toEqual(['/de/moon/', '/moon/', '/sea/'])
  expect(await addressesIn('defaultContentLanguage = "de"')).toEqual(['/moon/', '/moon/', '/en/sea/'])
})

test('the categories of Hexo that are in each other are tags', async () => {
  const [item] = await read({ 'a.md': '---\ncategories:\n- [Sea, Storms]\n- Moon\n---\nWords' })

  expect(item).toMatchObject({ tags: ['Sea', 'Storms', 'Moon'] })
})

test('Hugo has the date of a file in its address, or not', async () => {
  const [item] = await read({ 'hugo.toml': '', 'content/posts/2021-05-04-a-lamp.md': 'Words' })

  expect(item).toMatchObject({
    published_at: '2021-05-04T12:00:00.000Z',
    addresses: ['/posts/2021-05-04-a-lamp/', '/posts/a-lamp/'],
  })
})
