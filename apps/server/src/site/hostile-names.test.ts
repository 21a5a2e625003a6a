import type { SiteFields } from '@nightdesk/contracts'
import { XmlDocument } from 'libxml2-wasm'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemsOf } from '../files/testing.ts'
import { createLog } from '../log.ts'
import { resetLetter } from '../mail/letters.ts'
import { createMailer } from '../mail/mailer.ts'
import { startMailbox } from '../mail/testing.ts'
import { as, bearer, createUser, db, signIn, testApp } from '../testing.ts'

const app = await testApp()
const ada = await createUser({ role: 'admin' })
const session = await signIn(ada)
const draft = await as(ada).articles.create({ title: 'Light', content: [], tags: ['Sea'] })
const story = await as(ada).articles.publish({ id: draft.id })
const page = await as(ada).articles.create({
  kind: 'page',
  title: 'About',
  path: '/about-hostile',
  content: [],
})
await as(ada).articles.publish({ id: page.id })

/** Every text of the site that an admin types. */
const named = (text: string): Partial<SiteFields> => ({
  name: text,
  tagline: text,
  headline: text,
  kicker: text,
  description: text,
  licence: text,
  footer_line: text,
  menu: [{ label: text, address: '/?q=%22onload=' }],
  footer_links: [{ label: text, address: 'https://shop.example/?a="b"&c=\'d\'' }],
})

async function open(url: string): Promise<string> {
  if (!url.startsWith('preview of '))
    return (await app.inject({ url, headers: { accept: 'text/html' } })).body
  const answer = await app.inject({
    method: 'POST',
    url: '/admin/site/preview',
    headers: bearer(session),
    payload: { shows: url.replace('preview of ', '') },
  })
  return answer.json().data.html
}

const PAGES = [
  '/',
  `/post/${story.id}`,
  '/about-hostile',
  '/tag/sea',
  '/search?q=light',
  '/corrections',
  '/privacy',
  '/your-data',
  '/nothing-here',
  '/admin/site',
  'preview of home',
  'preview of story',
]
const FEEDS = ['/rss.xml', '/atom.xml', '/tag/sea/rss.xml', '/tag/sea/atom.xml']
const DATA = ['/feed.json', '/manifest.webmanifest', '/openapi.json']

/** The tags and attributes of a page, and its texts. */
function read(html: string) {
  const shape: string[] = []
  const texts: string[] = []
  const visit = (node: DefaultTreeAdapterTypes.Node) => {
    if ('tagName' in node) shape.push([node.tagName, ...node.attrs.map(({ name }) => name)].join(' '))
    if ('value' in node) texts.push(node.value)
    if ('childNodes' in node) for (const child of node.childNodes) visit(child)
  }
  visit(parse(html))
  return { shape, texts }
}

const harmless = new Map<string, string[]>()
let harmlessMail: Awaited<ReturnType<typeof headersOfMail>>
beforeAll(async () => {
  await as(ada).site.save({ base_version: 0, changes: named('Harmless') })
  for (const url of PAGES) harmless.set(url, read(await open(url)).shape)
  harmlessMail = await headersOfMail('Harmless')
})
afterAll(() => db.deleteFrom('site_versions').execute())

// At most 40 characters, as a label of the menu may have.
test.each([
  '<script>alert(1)</script>',
  '</title><img src=x onerror=alert(1)>',
  // Out of attributes in either quotes, then out of CDATA, comments and scripts.
  "' onfocus='alert(1)' \"><svg onload=a>",
  ']]>--></script><script>alert(1)//\\',
  '&lt;script&gt;&#60;b&#62;\u2028&nope;&',
  'Lamp\r\nBcc: eve@evil.example\r\n\r\n<b>',
  'a\u0001\u0008\u000b\uffff\u007fb',
  'עברית 🪐 e\u0301\u0327 ﷽',
])('%j is text in every page, feed, file and mail that shows it', async (text) => {
  const { version_number } = await as(ada).site.get({})
  await as(ada).site.save({ base_version: version_number, changes: named(text) })

  // Nobody sees control characters.
  const isShown = !/\p{Cc}/u.test(text)
  for (const url of PAGES) {
    const { shape, texts } = read(await open(url))
    expect(shape, url).toEqual(harmless.get(url))
    if (isShown) expect(texts.join('\n'), url).toContain(text)
  }
  for (const url of FEEDS) {
    using feed = XmlDocument.fromString(await open(url))
    expect(feed.find('//script | //b | //svg | //img'), url).toEqual([])
  }
  for (const url of DATA) {
    const data = JSON.stringify(JSON.parse(await open(url)))
    if (isShown) expect(data, url).toContain(JSON.stringify(text).slice(1, -1))
  }
  const book = await app.inject(`/post/${story.id}.epub`)
  expect(await problemsOf(book.rawPayload)).toEqual([])
  const card = await app.inject(`/cards/${story.id}-${story.version_id}.png`)
  expect([card.statusCode, card.headers['content-type']]).toEqual([200, 'image/png'])
  expect(await headersOfMail(text)).toEqual(harmlessMail)
})

/** The names of the headers of a mail that names the site in sender, subject and text. */
async function headersOfMail(name: string) {
  await using mailbox = await startMailbox()
  const mailer = await createMailer(mailbox.url, async () => ({ name, address: 'desk@example.org' }))
  const letter = resetLetter({ name: 'Ada', site: name, url: 'https://example.org/reset-password#1' })
  expect(await mailer.send(createLog('silent'), 'ada@example.org', letter)).toBe('sent')
  return mailbox.mails[0]?.head.match(/^[\w-]+(?=:)/gm)
}
