import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { flat } from '@nightdesk/images/testing'
import { strFromU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  as,
  createArticle,
  createImage,
  createPublished,
  createUser,
  db,
  dependencies,
  paragraph,
  testApp,
} from '../testing.ts'
import { block, HOSTILE, hostileContent, link, problemsOf } from './testing.ts'

const app = await testApp()
const { site, storage } = dependencies
const editor = await createUser({ full_name: 'Imani Okoth' })

const get = (id: number, headers = {}) => app.inject({ url: `/post/${id}.epub`, headers })

async function open(id: number) {
  const { statusCode, rawPayload } = await get(id)
  expect(statusCode).toBe(200)
  const files = unzipSync(rawPayload)
  const read = (path: string) => strFromU8(files[`OEBPS/${path}`] ?? new Uint8Array())
  return { bytes: rawPayload, names: Object.keys(files), read }
}

const lost = await createImage()

const hostile = hostileContent(lost.filename)

/** The reference checker (https://www.w3.org/publishing/epubcheck/), where it is installed with its Java. */
const run = promisify(execFile)
const reference = await run('sh', ['-c', 'command -v java >/dev/null && command -v epubcheck']).catch(
  () => undefined,
)

describe('a book', () => {
  test('is valid, and holds the story, its contents and its cover', async () => {
    const content = [
      paragraph('Every ninety hours.'),
      block('heading-three', 'Night'),
      paragraph('The lamp turns.'),
    ]
    const { id } = await createPublished(editor, content)
    await as(editor).articles.update({ id, title: 'The Lighthouse', tags: ['Slow fiction'] })

    const { bytes, names, read } = await open(id)

    expect(await problemsOf(bytes)).toEqual([])
    const { 'OEBPS/story.xhtml': _, ...others } = unzipSync(bytes)
    expect(await problemsOf(zipSync(others))).not.toEqual([])
    expect(names[0]).toBe('mimetype')
    expect(bytes.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip')
    expect(read('story.xhtml')).toContain(
      '<h1 dir="auto">The Lighthouse</h1><p class="byline">By Imani Okoth</p>',
    )
    expect(read('story.xhtml')).toContain(
      '<p dir="auto">Every ninety hours.</p><h2 id="section-1" dir="auto">',
    )
    expect(read('nav.xhtml')).toContain('<a href="story.xhtml#section-1"><bdi>Night</bdi></a>')
    const metadata = read('package.opf')
    for (const [name, value] of [
      ['title', 'The Lighthouse'],
      ['language', 'en'],
      ['subject', 'Slow fiction'],
      ['source', `${site.url}/post/${id}`],
    ])
      expect(metadata).toContain(`<dc:${name}>${value}</dc:${name}>`)
    expect(metadata).toMatch(
      /<dc:creator id="(.+)">Imani Okoth<.+>\n<meta refines="#\1" property="role".*>aut</,
    )
  })

  test('keeps the empty lines between stanzas, which readers of e-books would close up', async () => {
    const { id } = await createPublished(editor, ['One.', '', 'Two.', ''].map(paragraph))

    const { bytes, read } = await open(id)

    expect(await problemsOf(bytes)).toEqual([])
    expect(read('story.xhtml')).toContain(
      '<p dir="auto">One.</p><p dir="auto"><br/></p><p dir="auto">Two.</p>\n<footer>',
    )
  })

  test('has its footnotes as notes of e-books', async () => {
    const reference = block('footnote-reference', '', { note: 'a' })
    const { id } = await createPublished(editor, [
      block('paragraph', [{ text: 'A lamp' }, reference, { text: ', and' }, reference]),
      block('footnote', [{ text: 'See ' }, link('/post/1')], { note: 'a' }),
      block('footnote', 'Lost.', { note: 'b' }),
    ])

    const { bytes, read } = await open(id)

    expect(await problemsOf(bytes)).toEqual([])
    const story = read('story.xhtml')
    expect(story).toContain('<a href="#fn_1" role="doc-noteref" aria-label="Footnote 1" epub:type="noteref">')
    expect(story).toContain('<aside id="fn_1" role="doc-footnote" epub:type="footnote">')
    expect(story).toContain('<p dir="auto">Lost.</p>')
  })

  test('keeps a link to one of its headings within itself', async () => {
    const { id } = await createPublished(editor, [
      block('paragraph', [{ text: 'See ' }, link('#dusk')]),
      block('heading-two', 'Dusk'),
    ])

    const { bytes, read } = await open(id)

    expect(await problemsOf(bytes)).toEqual([])
    expect(read('story.xhtml')).toContain('<a href="#section-1">')
  })

  test('is valid for any stored content, and loses no word of it', async () => {
    const { id } = await createPublished(editor, hostile)
    await as(editor).articles.update({ id, title: HOSTILE, excerpt: HOSTILE })

    const { bytes, read } = await open(id)

    expect(await problemsOf(bytes)).toEqual([])
    const story = read('story.xhtml')
    for (const words of [
      'we do not know',
      'no item',
      'in an item',
      'only text',
      'deep',
      'without a list',
      'and a list',
      'links in links',
      'no line',
      'without its block',
      'paragraph in code',
      'code <strong>of two texts</strong></code>',
      'a quote',
      'paragraphs in paragraphs',
      'lost one',
      'a note of blocks',
      'a note without a reference',
      'a note in a quote',
    ])
      expect(story).toContain(words)
    expect(story).toContain('href="https://example.org/a%20b%7Cc%5Bd%5D?q=%25&amp;r=%C3%BC#a%23b"')
    expect(story).toContain(
      '<a href="https://example.org/far.png?a=1&amp;b=2" rel="noopener noreferrer nofollow ugc">',
    )
  })

  test.each(['1974-05-04T03:02:00.000Z', '2031-05-04T03:02:00.000Z', '2150-05-04T03:02:00.000Z'])(
    'of %s has the same bytes in each time zone',
    async (date) => {
      const { id } = await createPublished(editor)
      const dates = { date_created: date, date_updated: date, date_published: date }
      await db.updateTable('articles').set(dates).where('id', '=', id).execute()
      onTestFinished(() => void vi.unstubAllEnvs())
      const { bytes } = await open(id)
      await db.deleteFrom('renditions').where('article_id', '=', id).execute()
      vi.stubEnv('TZ', 'Asia/Tokyo')

      expect(bytes.equals((await open(id)).bytes)).toBe(true)
    },
  )

  test('holds its pictures in formats that every reader shows; those of other sites stay links', async () => {
    const [drawing, photograph] = [await createImage(), await createImage()]
    await storage.put(drawing.filename, await flat(40, 30).png().toBuffer())
    await storage.put(photograph.filename, await flat(4000, 30).webp().toBuffer())
    const pictures = [
      { filename: drawing.filename },
      { url: `/api/uploads/${photograph.filename}` },
      { url: `${site.url}/api/uploads/${drawing.filename}` },
    ].map((keys) => block('image', '', { ...keys, alt: 'A lamp' }))
    const { id } = await createPublished(editor, [
      ...pictures,
      block('image', '', {
        filename: drawing.filename,
        caption: 'The lamp room',
        credit: 'Photo: M. Otieno',
      }),
      block('image', '', { url: 'https://example.org/x.png', caption: 'A map' }),
    ])

    const { bytes, names, read } = await open(id)

    expect(await problemsOf(bytes)).toEqual([])
    expect(names.filter((name) => name.includes('images/'))).toEqual([
      'OEBPS/images/1.png',
      'OEBPS/images/2.jpg',
    ])
    expect(read('story.xhtml').match(/<img src="[^"]+" alt="A lamp"\/>/g)).toEqual([
      '<img src="images/1.png" alt="A lamp"/>',
      '<img src="images/2.jpg" alt="A lamp"/>',
      '<img src="images/1.png" alt="A lamp"/>',
    ])
    expect(read('story.xhtml')).not.toContain('<link rel="preload"')
    expect(read('story.xhtml')).toContain(
      '<figcaption dir="auto">The lamp room <span class="credit">Photo: M. Otieno</span></figcaption>',
    )
    expect(read('story.xhtml')).toContain('>Picture</a> A map')
  })
})

test('a book that lacks a picture because a process died is not stored, and the next one has it', async () => {
  const [first, second] = [await createImage(), await createImage()]
  const bookOf = async ({ filename }: { filename: string }) => {
    await storage.put(filename, await flat(4000, 30).webp().toBuffer())
    return createPublished(editor, [block('image', '', { filename, alt: 'A lamp' })])
  }
  await open((await bookOf(first)).id)
  const { id } = await bookOf(second)
  const signal = (name: NodeJS.Signals) =>
    run('pkill', [`-${name}`, '-P', String(process.pid), '-f', 'encode-image'])
  await signal('SIGSTOP')
  const read = vi.spyOn(storage, 'get')
  const answer = get(id)
  await expect.poll(() => read.mock.calls).toContainEqual([second.filename])
  await signal('SIGKILL')

  const { statusCode, headers, rawPayload } = await answer

  expect([statusCode, headers.etag, headers['cache-control']]).toEqual([200, undefined, 'no-store'])
  expect(Object.keys(unzipSync(rawPayload))).not.toContain('OEBPS/images/1.jpg')
  expect((await open(id)).names).toContain('OEBPS/images/1.jpg')
})

test.skipIf(!reference)(
  'the reference checker finds nothing against a hostile book',
  { timeout: 180_000 },
  async () => {
    const { id } = await createPublished(editor, hostile)
    const directory = await mkdtemp(join(tmpdir(), 'nightdesk-epub-'))
    onTestFinished(() => rm(directory, { recursive: true, force: true }))
    const file = join(directory, 'book.epub')
    await writeFile(file, (await get(id)).rawPayload)

    const { stdout } = await run('java', ['-jar', reference?.stdout.trim() ?? '', '--failonwarnings', file])

    expect(stdout).toContain('0 fatals / 0 errors / 0 warnings')
  },
)

test('a book is made once, and again after a change of the story', async () => {
  const put = vi.spyOn(storage, 'put')
  const { id } = await createPublished(editor)
  const answers = await Promise.all([get(id), get(id), get(id)])
  answers.push(await get(id))
  const etag = String(answers[0]?.headers.etag)
  await as(editor).articles.update({ id, content: [paragraph('Another story.')] })
  const after = await get(id, { 'if-none-match': etag })

  expect(new Set(answers.map(({ headers }) => headers.etag))).toEqual(new Set([etag]))
  expect(put).toHaveBeenCalledTimes(2)
  expect(after.statusCode).toBe(200)
  expect((await get(id, { 'if-none-match': after.headers.etag })).statusCode).toBe(304)
})

test.each<[string, string | RegExp, string?]>([
  ['The Night Ferry: Part II', 'the-night-ferry-part-ii', 'the-night-ferry-part-ii'],
  ['Über “Mond”\r\n\\', 'uber-mond', 'über-mond'],
  ['A lamp that burns for as long as this title has letters and on', /^a-lamp-.*-letters-and$/],
  ['夜', /^story-\d+$/, '夜'],
  ['Тень ночи, 2', '2', 'тень-ночи-2'],
  ['𠮷'.repeat(70), /^story-\d+$/, '𠮷'.repeat(60)],
  ['🌙', /^story-\d+$/],
])('the book of %j has a file name of its title in every script', async (title, ascii, name) => {
  const { id } = await createPublished(editor)
  await as(editor).articles.update({ id, title })

  const { headers } = await get(id)

  expect(headers['content-type']).toBe('application/epub+zip')
  const names = /^attachment; filename="([^"]+)\.epub"; filename\*=UTF-8''([\w%-]+)\.epub$/
  const [, fallback, encoded = ''] = names.exec(String(headers['content-disposition'])) ?? []
  expect(fallback).toMatch(ascii)
  expect(decodeURIComponent(encoded)).toMatch(name ?? ascii)
})

test('an unpublished article has no book', async () => {
  const draft = await createArticle(editor)
  const { id } = await createPublished(editor)
  await get(id)
  await as(editor).articles.archive({ id })

  for (const hidden of [draft.id, id, 999_999]) expect((await get(hidden)).statusCode).toBe(404)
  for (const url of ['/post/0.epub', '/post/x.epub', '/post/1.epub.exe'])
    expect((await app.inject({ url })).statusCode).toBe(404)
})
