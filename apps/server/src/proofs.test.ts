import { proofPaths } from '@nightdesk/contracts'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { as, createArticle, createUser, dependencies, paragraph, testApp } from './testing.ts'

const app = await testApp()
const editor = await createUser({ full_name: 'Imani Okoth' })
const { previews, proofs, workingCopies } = as(editor)

const get = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })

async function pathsOf(id: number) {
  const { url } = await previews.create({ id, with_unsaved: true })
  return proofPaths(new URL(url).pathname)
}

describe('the proof of a page', () => {
  test('is the preview without its notice', async () => {
    const { id } = await createArticle(editor, [paragraph('Not yet.')])
    const { page } = await pathsOf(id)

    const [proof, preview] = [await get(page), await get(page.replace('/proof', ''))]

    expect(proof.statusCode).toBe(200)
    expect(proof.body).toContain('<p dir="auto">Not yet.</p>')
    expect(proof.body).not.toContain('data-preview')
    expect(preview.body.replace(/<p class="preview-notice".*?<\/p>/s, '')).toBe(proof.body)
  })

  test('may be framed by this site, and runs no script that would count a view', async () => {
    const { id } = await createArticle(editor)
    const { page } = await pathsOf(id)

    const { headers } = await get(page)

    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'self'.*; sandbox allow-same-origin$/)
    expect(headers).toMatchObject({
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
  })
})

test.each([
  '/',
  '/nowhere',
  '/preview',
  `/preview/${'A'.repeat(43)}`,
  `/preview/${'A'.repeat(43)}/card.png`,
  `/preview/${'A'.repeat(42)}/proof`,
  `/preview/${'A'.repeat(43)}/proof/proof`,
  '/admin/articles',
])('%s may not be framed', async (url) => {
  const { headers } = await get(url)

  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['x-frame-options']).toBe('DENY')
})

test('the card and the cover are drawn as they will be, once for a text', async () => {
  const put = vi.spyOn(dependencies.storage, 'put')
  const { id } = await createArticle(editor)
  const { card, cover } = await pathsOf(id)

  const drawn = [await get(card), await get(cover)]

  const sizes = await Promise.all(drawn.map(({ rawPayload }) => sharp(rawPayload).metadata()))
  expect(sizes.map(({ format, width, height }) => [format, width, height])).toEqual([
    ['png', 1200, 630],
    ['png', 1200, 1800],
  ])
  expect((await get(card)).rawPayload.equals(drawn[0]?.rawPayload ?? Buffer.alloc(0))).toBe(true)
  expect(drawn[0]?.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'image/png' })
  expect(put).not.toHaveBeenCalled()
})

test('pictures of an unknown link are not found', async () => {
  for (const path of Object.values(proofPaths(`/preview/${'A'.repeat(43)}`))) {
    expect((await get(path)).statusCode).toBe(404)
  }
})

test('feeds and e-books name the article with the unsaved text of the caller', async () => {
  const { id, version_number: base_version } = await createArticle(editor)
  const text = { title: 'Émile’s Lamp', excerpt: 'A lamp.', content: [paragraph('Unsaved.')] }
  await workingCopies.put({ id, revision: 0, base_version, ...text })

  const url = `${dependencies.site.url}/post/${id}`
  expect(await proofs.get({ id })).toEqual({
    feed_item: { title: 'Émile’s Lamp', author: 'Imani Okoth', summary: 'A lamp.', url, image: null },
    book: { title: 'Émile’s Lamp', author: 'Imani Okoth', filename: 'émile-s-lamp.epub' },
  })
  const other = as(await createUser({ role: 'admin' }))
  expect((await other.proofs.get({ id })).feed_item.title).toBe('A story')
})

test('more pictures than are remembered are drawn for all who wait', async () => {
  const ids = await Promise.all(Array.from({ length: 17 }, async () => (await createArticle(editor)).id))
  const cards = await Promise.all(ids.map(async (id) => (await pathsOf(id)).card))

  const answers = await Promise.all(cards.map(get))

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(cards.map(() => 200))
})
