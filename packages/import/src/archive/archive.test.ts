import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { IMPORT_LIMITS, type Source } from '../model.ts'
import { openSource } from '../open-source.ts'
import { readSource } from '../read-entry.ts'
import { readItems } from '../run/list-items.ts'
import { openTemporary, zip as pack, temporaryFile, wxr, wxrItem } from '../testing.ts'

const TEXT = strToU8('# A lamp\n\nLit')

const refused = async (bytes: Uint8Array, limits = {}) =>
  await openTemporary('blog.zip', bytes, { limits: { ...IMPORT_LIMITS, ...limits } }).then(
    () => 'accepted',
    ({ name, message }: Error) => `${name}: ${message}`,
  )

/** With the bit that says that an entry is encrypted, in both of its headers. */
function encrypted(zip: Uint8Array): Uint8Array {
  const bytes = Buffer.from(zip)
  const central = bytes.indexOf('PK\x01\x02', 0, 'latin1')
  bytes.writeUInt16LE(bytes.readUInt16LE(6) | 1, 6)
  bytes.writeUInt16LE(bytes.readUInt16LE(central + 8) | 1, central + 8)
  return bytes
}

const zip = (files: Zippable) => zipSync(files)
/** Files of the same contents whose names end with their numbers. */
const files = (count: number, bytes: Uint8Array, name: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}.md`, bytes]))
const many = files(11, TEXT, '')

test.each([
  ['a parent path', zip({ '../a.md': TEXT }), {}, 'would be written outside of it'],
  ['an absolute path', zip({ '/etc/a.md': TEXT }), {}, 'would be written outside of it'],
  ['a password', encrypted(zip({ 'a.md': TEXT })), {}, 'has a password'],
  ['a bomb', zip({ 'a.md': new Uint8Array(2 * 1024 ** 2) }), {}, 'unpacks to far more than its size'],
  [
    'many small bombs',
    zip(files(20, new Uint8Array(1024 ** 2), 'a')),
    {},
    'unpack to far more than its size',
  ],
  [
    'a long name',
    zip(files(1, TEXT, 'x'.repeat(65_000))),
    {},
    'has a name of more than 1,000 bytes: “x{60}…”',
  ],
  [
    'a long list of names',
    zip(files(50, TEXT, 'x'.repeat(900))),
    { directoryBytes: 40_000 },
    'list of files',
  ],
  [
    'long comments',
    zip({ 'a.md': [TEXT, { comment: 'x'.repeat(60_000) }] }),
    { directoryBytes: 40_000 },
    'list of files',
  ],
  ['too much in all', zip(many), { unpackedBytes: 100 }, 'unpacks to far more than this server reads'],
  ['too many entries', zip(many), { entries: 10 }, 'more than 10 files'],
  ['an archive that was cut off', zip(many).subarray(0, 400), {}, 'damaged or incomplete'],
  ['nothing', new Uint8Array(), {}, 'The file is empty'],
  ['something else', strToU8('hello'), {}, 'none that can be imported'],
])('%s is refused in a sentence', async (_name, bytes, limits, sentence) => {
  expect(await refused(bytes, limits)).toMatch(new RegExp(`^SourceError: .*${sentence}`))
})

test.each([
  [
    { 'a.xml': '<?xml version="1.0"?><rss version="2.0"><channel><item/></channel></rss>' },
    /without the version of WordPress, <wp:wxr_version>/,
  ],
  [{ 'posts/a.html': '<h1>A lamp</h1>' }, /“posts\/a.html” is not from Medium, whose pages have .*p-name/],
  [
    { 'posts.csv': 'id,web_title\n1,A' },
    /is not that of Substack, .* columns post_id, title. It has id, web_title\.$/,
  ],
  [
    { 'export/a.html': '', 'export/b.html': '', 'export/c.csv': '' },
    /Markdown.* It has 3 files: 2 .html, 1 .csv\.$/,
  ],
  [
    { '_config.yml': 'a: b\ntitle: [', 'a.md': 'A lamp' },
    /^“_config.yml” is not valid in line 2. Correct it,/,
  ],
  [
    { 'hugo.toml': 'title = [', 'content/a.md': 'A lamp' },
    /^“hugo.toml” is not valid in line 1. Correct it,/,
  ],
  [
    { 'README.md': 'A lamp', 'a.html': '' },
    /No story was found in the file. It has 2 files: 1 .md, 1 .html\.$/,
  ],
])('%o is refused, with what was found and what was expected', async (files, sentence) => {
  const bytes = zip(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])))
  const ctx = {} as Parameters<typeof readItems>[0] // for pictures, which are none
  await expect(
    openTemporary('letters.zip', bytes).then((source) => Array.fromAsync(readItems(ctx, source))),
  ).rejects.toThrow(sentence)
})

/** Bytes that an archiver packs. */
const NOISE = Array.from(
  { length: 9_000 },
  (_, at) => `{"id": ${at}, "name": "${(at * at * 7919) % 104_729}"}\n`,
)
const manifest = { 'nightdesk.json': '{"format": 1}' }

test.each([
  [
    'an export of WordPress',
    'a.xml',
    {},
    wxr(NOISE.slice(0, 400).map((text, at) => wxrItem(at, { title: text }))),
  ],
  ['a page of Medium', 'posts/a.html', {}, NOISE.join('')],
  ['people of Nightdesk', 'people.jsonl', manifest, NOISE.join('')],
  ['tags of Nightdesk', 'tags.jsonl', manifest, NOISE.join('')],
])('%s that is damaged in its archive is named as such', async (_, name, others, text) => {
  const bytes = pack({ ...others, [name]: text })
  const at = Buffer.from(bytes).indexOf(name) + 2_000
  bytes.fill(0xff, at, at + 300)
  const readAll = async (source: Source) => {
    await source.highest?.()
    return Array.fromAsync(source.redirects())
  }

  await expect(openTemporary('torn.zip', bytes).then(readAll)).rejects.toThrow(
    'The archive is damaged or incomplete. Download or pack it again.',
  )
})

test('a feed is no export of WordPress', async () => {
  expect(await refused(strToU8('<?xml version="1.0"?><rss version="2.0"></rss>'))).toMatch(/<wp:wxr_version>/)
})

test('links to other files are not followed, in archives and in folders', async () => {
  const folder = await temporaryDirectory()
  await mkdir(join(folder, 'posts'))
  await writeFile(join(folder, 'posts', 'a.md'), TEXT)
  await symlink('/etc/passwd', join(folder, 'posts', 'b.md'))
  const linked = zip({ 'a.md': TEXT, 'b.md': [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] })

  for (const path of [folder, await temporaryFile('blog.zip', linked)]) {
    const source = await openSource(path)
    expect(await Array.fromAsync(readSource(source))).toMatchObject([
      { title: 'A lamp' },
      { failure: 'It is a link to another file, which is not followed.' },
    ])
    await source.close()
  }
})

test('a picture that is stored unpacked in an archive can be left before its end', async () => {
  const pictures = { 'images/a.png': 'a'.repeat(2_000_000), 'images/b.png': 'b'.repeat(2_000_000) }
  const stored = pack({ 'posts/a.md': TEXT, ...pictures }, { level: 0 })
  const source = await openTemporary('blog.zip', stored)
  const readBeginning = async (path: string) => {
    const stream = await source.picture({ path, url: '', address: null, old_path: null, alt: '' })
    expect(await stream?.take(1).toArray()).toHaveLength(1)
  }

  for (let round = 0; round < 20; round++) await Promise.all(Object.keys(pictures).map(readBeginning))

  expect(await Array.fromAsync(readSource(source))).toMatchObject([{ title: 'A lamp' }])
})

test.each([
  ['Windows-1252', Buffer.from('# Se\u00f1or\n\nLit', 'latin1'), 'Señor'],
  [
    'UTF-8 with a damaged letter',
    Buffer.concat([Buffer.from('# “Señor” '), Buffer.of(0xff)]),
    '“Señor” \ufffd',
  ],
])('a text in %s is read', async (_, bytes, title) => {
  const source = await openTemporary('a.md', bytes)

  expect(await Array.fromAsync(readSource(source))).toMatchObject([{ title }])
})

test('a zip of macOS has names in UTF-8 without saying so', async () => {
  const bytes = Buffer.from(pack({ 'Łódź.md': 'Lit' }))
  const central = bytes.indexOf('PK\x01\x02', 0, 'latin1')
  for (const at of [6, central + 8]) bytes.writeUInt16LE(bytes.readUInt16LE(at) & ~0x800, at)

  const source = await openTemporary('blog.zip', bytes)

  expect(await Array.fromAsync(readSource(source))).toMatchObject([{ title: 'Łódź' }])
})

const [WHOLE, PARTED] = ['caf\u00e9', 'cafe\u0301']

test.each([
  [WHOLE, PARTED],
  [PARTED, WHOLE],
  [PARTED, PARTED],
])('a text finds the files of the name %j by the name %j', async (name, named) => {
  const folder = await temporaryDirectory()
  const text = `![A lamp](${named}.png)\n\n[Lit](${named}.md)`
  const files = { 'a.md': text, [`${name}.md`]: 'Lit', [`${name}.png`]: 'png' }
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)

  for (const path of [folder, await temporaryFile('blog.zip', pack(files))]) {
    const source = await openSource(path)
    const [item] = await Array.fromAsync(readSource(source))
    expect(item).toMatchObject({
      pictures: [{ alt: 'A lamp' }],
      content: [{ type: 'image' }, { children: [{}, { url: '/caf%C3%A9/' }, {}] }],
    })
    await source.close()
  }
})
