import { readFileSync } from 'node:fs'
import { describeLoss } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { isFailed } from './model.ts'
import { readSource } from './read-entry.ts'
import { openTemporary, wxr, wxrItem, wxrMeta, zip } from './testing.ts'

type Facts = Readonly<Record<string, string>>
type Files = Readonly<Record<string, string>>

const markdown =
  (folder: string, config: Files) =>
  (facts: Facts, path = `${folder}a.md`) => ({
    ...config,
    [path]: `---\n${stringify({ title: 'A lamp', date: '2021-05-04', ...facts })}---\nWords`,
  })
const post = { title: 'A lamp', html: '<p>Words</p>', published_at: '2021-05-04', status: 'published' }
const row = {
  post_id: '1.a',
  title: 'A lamp',
  is_published: 'true',
  audience: 'everyone',
  post_date: '2021-05-04',
}

/** Files of each source with one story, which is public without the facts. */
const SOURCES: Readonly<Record<string, (facts: Facts, path?: string) => Files>> = {
  WordPress: (facts) => {
    const isElement = ([name]: [string, string]) => /:|^link$/.test(name)
    const all = Object.entries(facts)
    const meta = all.filter((fact) => !isElement(fact)).map(([name, value]) => wxrMeta(name, `${value}`))
    const fields = Object.fromEntries(all.filter(isElement))
    return { 'lamp.xml': wxr([wxrItem(1, fields, meta.join(''))]) }
  },
  Ghost: (facts) => ({
    'lamp.ghost.2021.json': JSON.stringify({ data: { posts: [{ ...post, ...facts }] } }),
  }),
  Substack: (facts) => {
    const all = { ...row, ...facts }
    return { 'posts.csv': `${Object.keys(all)}\n${Object.values(all)}`, 'posts/1.a.html': '<p>Words</p>' }
  },
  Medium: ({ date = '2021-05-04' }, path = 'posts/2021_a-abcd12345678.html') => ({
    [path]: `<article><h1 class="p-name">A lamp</h1><section class="e-content">Words</section><time class="dt-published" datetime="${date}"></time></article>`,
  }),
  Hugo: markdown('content/', { 'hugo.toml': '' }),
  Jekyll: markdown('_posts/', { '_config.yml': 'exclude: [vendored, "*.old.md"]' }),
  Astro: markdown('src/content/', { 'astro.config.mjs': '' }),
  Markdown: markdown('', { 'README.md': '' }),
  Obsidian: markdown('', { '.obsidian/app.json': '{}' }),
  Nightdesk: (facts) => ({
    'nightdesk.json': '{"format": 1}',
    'stories/1-a/index.md': `---\n${stringify({ id: 1, title: 'A lamp', state: 'published', date: '2021-05-04', ...facts })}---\n`,
    'stories/1-a/blocks.json': '[]',
  }),
}

async function read(files: Files) {
  const source = await openTemporary('lamp.zip', zip(files))
  const [item] = await Array.fromAsync(readSource(source))
  if (!item || isFailed(item)) throw new Error(`no item but ${JSON.stringify(item)}`)
  return { state: item.state, notes: item.receipt.map(describeLoss).join(' ') }
}

const ROWS = readFileSync(new URL('../../../docs/hidden.md', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => /^\| ([^|]+) \| (`[^|]+) \| ([^|]+) \|$/.exec(line)?.slice(1) ?? [])
const CASES = Array.from({ length: ROWS.length / 3 }, (_, index) =>
  ROWS.slice(3 * index, 3 * index + 3),
).flatMap(([sources = '', ways = '', note = '']) =>
  sources
    .split(', ')
    .flatMap((source) => [...ways.matchAll(/`([^`]+)`/g)].map(([, way = '']) => ({ source, way, note }))),
)

test('the table has ways to hide of every source', () => {
  expect(new Set(CASES.map(({ source }) => source))).toEqual(
    new Set([...Object.keys(SOURCES), 'Word', 'EPUB']),
  )
})

test.each(Object.entries(SOURCES).filter(([name]) => name !== 'Obsidian'))(
  'a story of %s that was public is public',
  async (_, filesOf) => {
    expect(await read(filesOf({}))).toEqual({ state: 'published', notes: '' })
  },
)

test.each(CASES.filter(({ source }) => source in SOURCES))(
  '$source: $way is a draft',
  async ({ source, way, note }) => {
    const isPath = /\.(?:md|html)$/.test(way)
    const files = SOURCES[source]?.(isPath ? {} : parse(way), isPath ? way : undefined) ?? {}

    const { state, notes } = await read(files)

    expect(state).toBe('draft')
    expect(notes).toContain(note === 'none' ? '' : note)
  },
)

test('a text beside the page of a folder of Hugo is a draft', async () => {
  const texts = ['a/index.md', 'a/index.fr.md', 'a/notes.md', 'a/parts/b.md', 'c.md', 'd/_index.md', 'd/e.md']
  const files = texts.map((path) => [`content/posts/${path}`, '---\ndate: 2021-05-04\n---\nWords'])
  const source = await openTemporary('lamp.zip', zip({ 'hugo.toml': '', ...Object.fromEntries(files) }))

  const items = await Array.fromAsync(readSource(source))

  expect(items.flatMap((item) => ('state' in item && item.state === 'draft' ? [item.key] : []))).toEqual([
    expect.stringContaining('a/notes.md'),
    expect.stringContaining('a/parts/b.md'),
  ])
})

test('what hides a folder of Hugo hides its texts', async () => {
  const hidden = (rule: string) =>
    read({
      'hugo.toml': '',
      'content/old/_index.md': `---\ncascade:\n${rule}\n---\n`,
      'content/old/a.md': '---\ndate: 2021-05-04\n---\nWords',
    })

  for (const rule of ['  build: {render: never}', '  - _target: {path: /old/**}\n    draft: true'])
    expect(await hidden(rule)).toMatchObject({ state: 'draft' })
})
