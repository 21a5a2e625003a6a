import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addRedirects, type Db } from '@nightdesk/db'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { expect, test } from 'vitest'
import { checkLinks } from './fixtures/check-links.ts'
import type { PublicSite } from './static-addresses.ts'
import { writeStaticSite } from './static-site.ts'
import { createSite } from './testing.ts'
import { writeExport } from './write-export.ts'

const URL_OF_SITE = 'https://lamp.example'
const page = (body: string) =>
  ['text/html', `<!doctype html><html lang="en"><body>${body}</body></html>`] as const

const ANSWERS: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/': page(
    '<link rel="canonical" href="https://lamp.example/"><link rel="stylesheet" href="/assets/a.css">' +
      '<a href="/tag/%E5%A4%9C?page=2">夜</a> <a href="https://lamp.example/post/1#end">one</a> <a href="#end">here</a>' +
      '<a href="/search?q=a">search</a> <a href="/post/9">gone</a> <a href="/old">old</a> <a href="/?p=7">seven</a> <a href="/?page=../../../up">up</a> <a href="//other.example/">other</a>' +
      '<img src="/api/uploads/a.png" srcset="/api/uploads/a.png 640w, /api/uploads/b.png 1280w" alt="">',
  ),
  '/tag/%E5%A4%9C?page=2': page('<a href="/">Home</a>'),
  '/post/1': page(
    '<a href="/tag/%E5%A4%9C?page=2">夜</a><a href="/..%2f..%2fetc">up</a><a href="/search/tips">tips</a>',
  ),
  // Somebody’s page.
  '/search/tips': page('Read on.'),
  '/..%2f..%2fetc': page('never'),
  '/assets/a.css': ['text/css', 'b { background: url(../api/uploads/c.png) url("data:,") }'],
  '/sitemap.xml': ['application/xml', '<loc>https://lamp.example/post/1</loc>'],
  '/robots.txt': ['text/plain', 'Sitemap: https://lamp.example/sitemap.xml'],
  ...Object.fromEntries(['a', 'b', 'c'].map((name) => [`/api/uploads/${name}.png`, ['image/png', name]])),
}

const site: PublicSite = {
  url: URL_OF_SITE,
  async get(address) {
    // Every other number of a page is ignored.
    const [type, body] =
      ANSWERS[address.replace(/\?page=(?!2$).*/, '')] ?? page('<a href="/">Nothing here</a>')
    const status = type === 'text/html' && body.includes('Nothing here') ? 404 : 200
    const location = /^\/(?:old|404|c%3a|\?p=)/i.test(address) ? '/post/1' : undefined
    return { status: location ? 301 : status, type, location, body: Buffer.from(body) }
  },
}

const redirectToStory = (db: Db, addresses: readonly string[]) =>
  db.transaction().execute((tx) =>
    addRedirects(
      tx,
      addresses.map((address) => ({ address, target: '/post/1' })),
      null,
    ),
  )

test('pages become files with relative links, and what is left out is linked on the site', async () => {
  const { db } = await createSite()
  const addresses = ['/old', '/old/%E5%A4%9C', '/robots.txt/old', '/?p=7']
  await redirectToStory(db, addresses)
  const folder = join(await temporaryDirectory(), 'site')

  const report = await writeStaticSite(site, db, folder)

  expect(report).toEqual({ pages: 4, files: 6, redirects: 2 })
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.includes('.'))
  expect(files.toSorted()).toEqual([
    '404.html',
    'api/uploads/a.png',
    'api/uploads/b.png',
    'api/uploads/c.png',
    'assets/a.css',
    'index.html',
    'old/index.html',
    'old/夜/index.html',
    'post/1/index.html',
    'robots.txt',
    'search/tips/index.html',
    'sitemap.xml',
    'tag/夜/page/2/index.html',
  ])
  const { broken, onSite } = await checkLinks(folder, URL_OF_SITE)
  expect(broken).toEqual([])
  expect(onSite.map((link) => link.slice(URL_OF_SITE.length))).toEqual(
    expect.arrayContaining(['/search?q=a', '/post/9', '/..%2f..%2fetc']),
  )
  const home = await readFile(join(folder, 'index.html'), 'utf8')
  expect(home).toContain('href="post/1/index.html#end"')
  expect(home).toContain('<a href="post/1/index.html">old</a> <a href="post/1/index.html">seven</a>')
  expect(home).toContain('<a href="index.html">up</a> <a href="//other.example/">')
  expect(await readFile(join(folder, 'assets/a.css'), 'utf8')).toContain('url("../api/uploads/c.png")')
  expect(await readFile(join(folder, '404.html'), 'utf8')).toContain('href="/index.html"')
})

test.each(['site', 'site.zip'])(
  'an old address whose file would be in the way of another is left out of %s',
  async (name) => {
    const { db } = await createSite()
    await redirectToStory(db, ['/404.html', '/old/index.html/a', '/old', '/OLD/index.html/A', '/c:/old'])
    const target = join(await temporaryDirectory(), name)

    const report = await writeStaticSite(site, db, target)

    expect(report).toEqual({ pages: 4, files: 6, redirects: 1 })
    if (name === 'site') {
      expect(await readFile(join(target, '404.html'), 'utf8')).toContain('Nothing here')
      expect((await checkLinks(target, URL_OF_SITE)).broken).toEqual([])
    }
  },
)

test('the old address of a picture has the picture, and that of a feed nothing', async () => {
  const { db } = await createSite()
  const targets = { '/wp/lamp.png': '/api/uploads/a.png', '/feed': '/sitemap.xml' }
  const redirects = Object.entries(targets).map(([address, target]) => ({ address, target }))
  await db.transaction().execute((tx) => addRedirects(tx, redirects, null))
  const folder = join(await temporaryDirectory(), 'site')
  const get: PublicSite['get'] = async (address) => {
    const target = redirects.find((redirect) => redirect.address === address)?.target
    return { ...(await site.get(address)), ...(target && { status: 301, location: target }) }
  }

  await writeStaticSite({ ...site, get }, db, folder)

  expect(await readFile(join(folder, 'wp/lamp.png'), 'utf8')).toBe('a')
  expect(await readdir(folder)).not.toContain('feed')
})

test('a page that the site fails to answer ends the export, and nothing of it is left', async () => {
  const { db } = await createSite()
  const folder = await temporaryDirectory()
  const failing = async (address: string) => ({
    ...(await site.get(address)),
    ...(address === '/post/1' && { status: 503 }),
  })

  const exported = writeStaticSite({ ...site, get: failing }, db, join(folder, 'site'))

  await expect(exported).rejects.toThrow('The site answered /post/1 with the error 503. Please try again.')
  expect(await readdir(folder)).toEqual([])
})

test('a web server may read the files that a zip file of the site has, and nobody those of stories', async () => {
  const { db, source } = await createSite()
  const folder = await temporaryDirectory()
  const [open, closed] = [join(folder, 'site.zip'), join(folder, 'stories.zip')]

  await writeStaticSite(site, db, open)
  await writeExport(source, closed)

  expect(await modesIn(open)).toEqual(new Set(['100644']))
  expect(await modesIn(closed)).toEqual(new Set(['100600']))
})

/** The modes of the entries of a zip file, from its central directory (APPNOTE.TXT, 4.3.12). */
async function modesIn(path: string): Promise<Set<string>> {
  const bytes = await readFile(path)
  const modes = new Set<string>()
  for (let at = bytes.indexOf('PK\x01\x02'); at !== -1; at = bytes.indexOf('PK\x01\x02', at + 1))
    modes.add(bytes.readUInt16LE(at + 40).toString(8))
  return modes
}
