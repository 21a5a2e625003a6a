import { findPackageJSON } from 'node:module'
import { pathToFileURL } from 'node:url'
import Fastify from 'fastify'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { expectValidXsd } from '../feeds/testing.ts'
import { createPageStore } from '../page-store/page-store.ts'
import { createReadyAnswers } from '../page-store/ready-answers.ts'
import { builtWeb } from '../pages/web.ts'
import {
  as,
  createArticle,
  createImage,
  createPublished,
  createUser,
  dependencies,
  testApp,
} from '../testing.ts'
import { discovery } from './discovery.ts'

const app = await testApp()
const { site } = dependencies
const editor = await createUser()

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
const get = (url: string, server = app) => server.inject({ url })
const library = pathToFileURL(findPackageJSON('sitemap', import.meta.url) ?? '')
const SCHEMAS = {
  // The schema of the protocol, which the library contains.
  'http://www.sitemaps.org/schemas/sitemap/0.9': new URL('schema/sitemap.xsd', library),
  'http://www.google.com/schemas/sitemap-image/1.1': new URL('fixtures/sitemap-image.xsd', import.meta.url),
}
const INDEX_SCHEMA = {
  'http://www.sitemaps.org/schemas/sitemap/0.9': new URL('fixtures/siteindex.xsd', import.meta.url),
}

test('the sitemap is valid and lists every public page, with its last change and its poster', async () => {
  const image = await createImage()
  const { id } = await createPublished(editor)
  const changes = { poster_image_id: image.id, tags: ['Ghosts & lamps', '夜'] }
  const { date_updated } = await as(editor).articles.update({ id, ...changes })

  const { headers, body } = await get('/sitemap.xml')

  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  expectValidXsd(SCHEMAS, body)
  const lists = [`/author/${editor.id}`, '/tag/ghosts-lamps', '/tag/%E5%A4%9C']
  for (const path of ['/', '/privacy', '/terms', ...lists])
    expect(body).toContain(`<loc>${site.url}${path}</loc>`)
  expect(body).toContain(
    `<loc>${site.url}/post/${id}</loc><lastmod>${date_updated}</lastmod>` +
      `<image:image><image:loc>${site.url}/api/uploads/${image.filename}</image:loc></image:image>`,
  )
})

test('the last change in the sitemap is the last note of a correction, of a story and of a page', async () => {
  const { id } = await createPublished(editor)
  await as(editor).corrections.create({ id, text: 'The ferry has two lamps.' })
  const { created_at } = await as(editor).corrections.create({ id, text: 'It leaves at dawn, not at dusk.' })
  const page = await as(editor).articles.create({ kind: 'page', title: 'Fares', path: '/fares', content: [] })
  await as(editor).articles.publish({ id: page.id })
  const ofPage = await as(editor).corrections.create({ id: page.id, text: 'Dogs pay half.' })

  const { body } = await get('/sitemap.xml')

  expect(body).toContain(`<loc>${site.url}/post/${id}</loc><lastmod>${created_at}</lastmod>`)
  expect(body).toContain(`<loc>${site.url}/fares</loc><lastmod>${ofPage.created_at}</lastmod>`)
})

test('the sitemap names no unpublished article', async () => {
  const draft = await createArticle(editor)
  const { id } = await createPublished(editor)
  await get('/sitemap.xml')
  await as(editor).articles.delete({ id })

  const { body } = await get('/sitemap.xml')

  for (const hidden of [draft.id, id]) expect(body).not.toContain(`/post/${hidden}<`)
})

test('a sitemap of very many pages is split', async () => {
  await createPublished(editor)
  await createPublished(editor)
  const server = Fastify()
  onTestFinished(() => server.close())
  const own = { ...dependencies, pages: createPageStore() }
  const ready = createReadyAnswers(own.pages, () => true)
  await server.register(discovery, {
    dependencies: own,
    web: await builtWeb(),
    ready,
    addressesPerSitemap: 2,
  })

  const index = (await get('/sitemap.xml', server)).body
  expectValidXsd(INDEX_SCHEMA, index)
  const found: string[] = []
  for (const part of locations(index)) {
    const { body } = await get(new URL(part).pathname, server)
    expectValidXsd(SCHEMAS, body)
    expect(locations(body).length).toBeLessThanOrEqual(2)
    found.push(...locations(body))
  }

  expect(found).toEqual(locations((await get('/sitemap.xml')).body))
  expect((await get('/sitemap-999.xml')).statusCode).toBe(404)
})

test('robots.txt names the disallowed paths, which begin no address of the sitemap, and the sitemap', async () => {
  for (const path of ['/administration', '/searching', '/search/tips']) {
    const page = await as(editor).articles.create({ kind: 'page', title: path, path, content: [] })
    await as(editor).articles.publish({ id: page.id })
  }

  const { headers, body } = await get('/robots.txt')

  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body.split('\n')).toEqual(
    expect.arrayContaining(['Disallow: /admin/', 'Disallow: /api/', `Sitemap: ${site.url}/sitemap.xml`]),
  )
  const disallowed = [...body.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => `${site.url}${path}`)
  const listed = locations((await get('/sitemap.xml')).body)
  expect(listed).toContain(`${site.url}/searching`)
  expect(listed.filter((address) => disallowed.some((path) => address.startsWith(path)))).toEqual([])
})

test('security.txt names where to report a vulnerability, until a future day', async () => {
  for (const now of ['2026-11-21T12:00:00.000Z', '2027-08-31T23:59:59.000Z']) {
    const server = await testApp({ security_contact: 'mailto:security@example.org', now: () => now })

    const { headers, body } = await get('/.well-known/security.txt', server)

    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body).toContain('Contact: mailto:security@example.org\n')
    const [, expires = ''] = /^Expires: (.+)$/m.exec(body) ?? []
    const days = (Date.parse(expires) - Date.parse(now)) / 86_400_000
    expect(days).toBeGreaterThan(120)
    expect(days).toBeLessThan(365)
  }
})

test('without a contact, there is no security.txt', async () => {
  expect((await get('/.well-known/security.txt')).statusCode).toBe(404)
})

test('the site can be put on a home screen, with existing icons', async () => {
  const { headers, body } = await get('/manifest.webmanifest')

  expect(headers['content-type']).toBe('application/manifest+json')
  const { name, icons } = JSON.parse(body)
  expect(name).toBe((await dependencies.readSite()).name)
  for (const { src, sizes, type } of icons) {
    const icon = await get(src)
    expect(icon.headers['content-type']).toContain(type)
    if (sizes !== 'any') {
      const { width, height } = await sharp(icon.rawPayload).metadata()
      expect(`${width}x${height}`).toBe(sizes)
    }
  }
})
