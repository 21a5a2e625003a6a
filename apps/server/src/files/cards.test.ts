import { cardPath } from '@nightdesk/contracts'
import { flat } from '@nightdesk/images/testing'
import { newKey } from '@nightdesk/storage'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import {
  as,
  createArticle,
  createImage,
  createPublished,
  createUser,
  db,
  dependencies,
  testApp,
} from '../testing.ts'

const app = await testApp()
const editor = await createUser({ full_name: 'Imani Okoth' })

const get = (url: string, headers = {}) => app.inject({ url, headers })
const filesOf = async (id: number) => {
  const rows = await db.selectFrom('renditions').where('article_id', '=', id).select('filename').execute()
  return rows.map(({ filename }) => filename)
}
/** Red, green and blue of a pixel. */
async function colourAt(png: Buffer, left: number, top: number) {
  const pixel = sharp(png).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw()
  return [...(await pixel.toBuffer())]
}

test('a published article has a card, cached for the next request', async () => {
  const article = await createPublished(editor)

  const { statusCode, headers, rawPayload } = await get(cardPath(article))

  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=86400',
    'cross-origin-resource-policy': 'cross-origin',
  })
  const { format, width, height } = await sharp(rawPayload).metadata()
  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
  const [filename = ''] = await filesOf(article.id)
  expect((await dependencies.storage.head(filename)).size).toBe(rawPayload.length)
  expect((await get(cardPath(article), { 'if-none-match': headers.etag })).statusCode).toBe(304)
})

test('a soft hyphen in a title is no blank on the card', async () => {
  const { id } = await createPublished(editor)
  const draw = async (title: string) => {
    const article = await as(editor).articles.update({ id, title })
    return (await get(cardPath(article))).rawPayload
  }

  expect((await draw('Donau\u00addampfer')).equals(await draw('Donaudampfer'))).toBe(true)
})

test('a cached card has the same bytes, and its length', async () => {
  const article = await createPublished(editor)
  const [drawn, cached] = [await get(cardPath(article)), await get(cardPath(article))]

  expect(cached.rawPayload.equals(drawn.rawPayload)).toBe(true)
  expect(cached.headers['content-length']).toBe(String(drawn.rawPayload.length))
})

test('a client that has a card already causes no read and no drawing', async () => {
  const article = await createPublished(editor)
  const { headers } = await get(cardPath(article))
  const files = await filesOf(article.id)
  for (const file of files) await dependencies.storage.delete(file)

  const again = await get(cardPath(article), { 'if-none-match': headers.etag })

  expect(again.statusCode).toBe(304)
  expect(await filesOf(article.id)).toEqual(files)
})

test('concurrent requests draw and cache a card once', async () => {
  const put = vi.spyOn(dependencies.storage, 'put')
  const article = await createPublished(editor)

  const answers = await Promise.all(Array.from({ length: 6 }, () => get(cardPath(article))))
  answers.push(await get(cardPath(article)))

  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
  expect(put).toHaveBeenCalledTimes(1)
  expect(await filesOf(article.id)).toHaveLength(1)
})

test('a new title makes a new card at a new address; the old one redirects there, and its file is deleted', async () => {
  const article = await createPublished(editor)
  const before = await get(cardPath(article))
  const [old = ''] = await filesOf(article.id)

  const renamed = await as(editor).articles.update({ id: article.id, title: 'Another name' })
  const redirect = await get(cardPath(article))
  const after = await get(cardPath(renamed))

  expect(redirect.headers).toMatchObject({
    location: cardPath(renamed),
    // Without it, a browser would not follow from another site.
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(after.headers.etag).not.toBe(before.headers.etag)
  expect(await filesOf(article.id)).toHaveLength(1)
  await expect(dependencies.storage.head(old)).rejects.toThrow('There is no object')
})

test('an edit that the card does not show keeps the file', async () => {
  const article = await createPublished(editor)
  const before = await get(cardPath(article))
  const [file] = await filesOf(article.id)

  const edited = await as(editor).articles.update({ id: article.id, excerpt: 'Another excerpt' })

  expect((await get(cardPath(edited))).headers.etag).toBe(before.headers.etag)
  expect(await filesOf(article.id)).toEqual([file])
})

test('the poster is on the card, and the drawing when its file is missing', async () => {
  const image = await createImage()
  await dependencies.storage.put(image.filename, await flat(400, 300, '#00a000').png().toBuffer())
  const lost = await createImage()
  const { id } = await createPublished(editor)

  const withPoster = await as(editor).articles.update({ id, poster_image_id: image.id })
  const shown = await colourAt((await get(cardPath(withPoster))).rawPayload, 900, 300)
  const without = await as(editor).articles.update({ id, poster_image_id: lost.id })
  const drawn = await get(cardPath(without))

  expect(shown).toEqual([0, 160, 0])
  expect(drawn.statusCode).toBe(200)
  expect(await colourAt(drawn.rawPayload, 900, 300)).not.toEqual(shown)
})

test.each([
  ['very long', 'A very long title that goes on and on '.repeat(7)],
  ['one endless word', 'x'.repeat(300)],
  ['Chinese', '夜里的灯塔'],
  ['Arabic', 'حارس المنارة'],
  ['emoji only', '🪐👩‍🚀🏳️‍🌈'],
  ['of marks and controls', 'Z̷͖̈́a̸͙̓l̶͚̈g̶̙̈́o \u202e\u0007\u200d'],
  ['markup', '</text><script>alert(1)</script>&amp;'],
])('a title that is %s has a card', async (_, title) => {
  const { id } = await createPublished(editor)
  const article = await as(editor).articles.update({ id, title })

  const { statusCode, rawPayload } = await get(cardPath(article))

  expect(statusCode).toBe(200)
  expect(await colourAt(rawPayload, 5, 5)).toEqual([255, 210, 26])
})

test('a title without a font is replaced by the name of the site, not by a row of boxes', async () => {
  const { id } = await createPublished(editor)
  const card = async (title: string) => {
    const article = await as(editor).articles.update({ id, title })
    return (await get(cardPath(article))).rawPayload
  }
  const [chinese, hebrew, russian] = [await card('夜里的灯塔'), await card('שלום'), await card('Ночь')]

  expect(chinese.equals(hebrew)).toBe(true)
  expect(chinese.equals(russian)).toBe(false)
})

test('an unpublished article has no card', async () => {
  const draft = await createArticle(editor)
  const article = await createPublished(editor)
  await get(cardPath(article))
  await as(editor).articles.unpublish({ id: article.id })

  for (const url of [
    cardPath(draft),
    cardPath(article),
    '/cards/999999-1.png',
    '/cards/0-0.png',
    '/cards/1.png',
  ])
    expect((await get(url)).statusCode).toBe(404)
})

test('a card whose file was lost is drawn again', async () => {
  const article = await createPublished(editor)
  await get(cardPath(article))
  const [file = newKey('png')] = await filesOf(article.id)
  await dependencies.storage.delete(file)

  const again = await get(cardPath(article))

  expect(again.statusCode).toBe(200)
  const [cached = ''] = await filesOf(article.id)
  expect((await dependencies.storage.head(cached)).size).toBe(again.rawPayload.length)
})
