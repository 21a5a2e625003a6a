import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
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

const app = await testApp()
const editor = await createUser({ full_name: 'Ada' })
const admin = as(await createUser({ role: 'admin' }))
const { articles, previews, workingCopies } = as(editor)

const open = (url: string) =>
  app.inject({ url: new URL(url).pathname, headers: { accept: 'text/html', 'accept-encoding': 'gzip' } })

describe('a preview link', () => {
  test('shows the page of a draft with its pictures, and says that it is a preview', async () => {
    const { filename } = await createImage()
    const picture = { type: 'image' as const, filename, children: [{ text: '' }] }
    const { id } = await createArticle(editor, [paragraph('Not yet.'), picture])

    const { body, statusCode } = await open((await previews.create({ id })).url)

    expect(statusCode).toBe(200)
    expect(body).toContain('<h1 dir="auto">A story</h1>')
    expect(body).toContain('<p dir="auto">Not yet.</p>')
    expect(body).toContain(`/api/uploads/${filename}`)
    expect(body).toContain('<strong>Preview</strong>')
  })

  test('is not stored, not indexed, and its address is in no referrer', async () => {
    const { id } = await createArticle(editor)

    const { headers, body } = await open((await previews.create({ id })).url)

    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(headers.etag).toBeUndefined()
    expect(body).toContain('<meta name="robots" content="noindex"/>')
    expect(body).not.toContain('rel="canonical"')
  })

  test('shows the newest text at each opening, and does not change the public page', async () => {
    const { id } = await createPublished(editor, [paragraph('Public words.')])
    const { url } = await previews.create({ id })
    await open(url)
    await app.inject({ url: `/post/${id}`, headers: { accept: 'text/html' } })

    await articles.unpublish({ id })
    await articles.update({ id, content: [paragraph('Newer words.')] })

    expect((await open(url)).body).toContain('Newer words.')
    expect((await app.inject({ url: `/post/${id}` })).statusCode).toBe(404)
  })

  test('shows unsaved work only when it was made to', async () => {
    const { id, version_number: base_version } = await createArticle(editor)
    const text = { title: 'Unsaved title', content: [paragraph('Unsaved words, four.')] }
    await workingCopies.put({ id, revision: 0, base_version, ...text })

    const [saved, unsaved] = [
      await previews.create({ id }),
      await previews.create({ id, with_unsaved: true }),
    ]

    expect((await open(saved.url)).body).not.toContain('Unsaved')
    expect((await open(unsaved.url)).body).toMatch(
      /<h1 dir="auto">Unsaved title<\/h1>.*Unsaved words, four\./,
    )
    await workingCopies.delete({ id })
    expect((await open(unsaved.url)).body).toContain('<h1 dir="auto">A story</h1>')
  })

  test('shows unsaved tags with the unsaved text', async () => {
    const { id, title, content } = await createArticle(editor)
    await articles.update({ id, tags: ['Saved'] })
    await workingCopies.put({ id, base_version: 1, title, content, tags: ['Not saved'] })

    const [saved, unsaved] = [
      await previews.create({ id }),
      await previews.create({ id, with_unsaved: true }),
    ]

    expect((await open(saved.url)).body).toContain('/tag/saved')
    expect((await open(unsaved.url)).body).toContain('/tag/not-saved')
  })

  test('works for seven days, or for the given hours', async () => {
    const { id } = await createArticle(editor)
    const hoursOf = async (hours?: number) => {
      const { created_at, expires_at } = await previews.create({ id, hours })
      return (Date.parse(expires_at) - Date.parse(created_at)) / 3_600_000
    }

    expect([await hoursOf(), await hoursOf(1), await hoursOf(720)]).toEqual([168, 1, 720])
    await expect(previews.create({ id, hours: 0 })).rejects.toThrow()
    await expect(previews.create({ id, hours: 721 })).rejects.toThrow()
  })

  test('is stored as a hash, and listed without its address', async () => {
    const { id } = await createArticle(editor)
    const { url, ...made } = await previews.create({ id })

    const token = url.slice(`${dependencies.site.url}/preview/`.length)
    const { rows } = await sql`select * from previews where article_id = ${id}`.execute(db)

    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await previews.list({ id })).toEqual([made])
    expect(made).toMatchObject({ created_by_name: 'Ada', with_unsaved: false })
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

const endings: Record<
  string,
  (preview: { id: number; articleId: number; makerId: number }) => Promise<unknown>
> = {
  revoked: ({ id, articleId }) => previews.revoke({ id: articleId, preview_id: id }),
  expired: ({ id }) =>
    db.updateTable('previews').set({ expires_at: sql`now()` }).where('id', '=', id).execute(),
  'of an article in the trash': ({ articleId }) => articles.delete({ id: articleId }),
  'of an article restored from the trash': async ({ articleId }) => {
    await articles.delete({ id: articleId })
    await articles.restore({ id: articleId })
  },
  'made by somebody who was suspended': ({ makerId }) =>
    admin.users.setStatus({ id: makerId, status: 'suspended' }),
  'made by somebody who sees only articles of their own now': ({ makerId }) =>
    admin.users.update({ id: makerId, role: 'author' }),
  'made by somebody who left': ({ makerId }) => admin.users.setStatus({ id: makerId, status: 'deleted' }),
}

test.each(Object.entries(endings))('a link that is %s answers like an unknown one', async (_how, end) => {
  const { id: articleId } = await createArticle(editor)
  const maker = await createUser()
  const { id, url } = await as(maker).previews.create({ id: articleId })

  await end({ id, articleId, makerId: maker.id })

  const gone = await open(url)
  const never = await open(`${dependencies.site.url}/preview/${'A'.repeat(43)}`)
  expect([gone.statusCode, never.statusCode]).toEqual([404, 404])
  expect(textOf(gone.body)).toBe(textOf(never.body))
  expect(textOf(gone.body)).toContain('This preview link has ended or was withdrawn.')
  expect(textOf(gone.body)).toContain('Ask the person who sent it to you for a new one.')
  expect(gone.headers['referrer-policy']).toBe('no-referrer')
  expect(await previews.list({ id: articleId })).toEqual([])
})

/** The page without its drawing, which depends on the address. */
const textOf = (html: string) => html.replace(/<svg.*?<\/svg>/s, '')

test('other unknown addresses have their own text', async () => {
  for (const path of ['/preview', '/previews/x', '/nowhere']) {
    const { body, statusCode } = await open(`${dependencies.site.url}${path}`)
    expect(statusCode).toBe(404)
    expect(body).toContain('Oops!')
  }
})

test.each(['', 'x', 'A'.repeat(44), `${'A'.repeat(42)}%00`])('/preview/%s is no page', async (token) => {
  expect((await open(`${dependencies.site.url}/preview/${token}`)).statusCode).toBe(404)
})

describe('refused is', () => {
  test('a link to an article in the trash', async () => {
    const { id } = await createArticle(editor)
    await articles.delete({ id })

    await expect(previews.create({ id })).rejects.toThrow('This article is in the trash.')
  })

  test('every call for another author’s article', async () => {
    const { id } = await createArticle(editor)
    const { id: preview_id, url } = await previews.create({ id })
    const stranger = as(await createUser({ role: 'author' })).previews

    await expect(stranger.create({ id })).rejects.toThrow('not found')
    await expect(stranger.list({ id })).rejects.toThrow('not found')
    await expect(stranger.revoke({ id, preview_id })).rejects.toThrow('not found')
    expect((await open(url)).statusCode).toBe(200)
  })

  test('to revoke a link through another article', async () => {
    const [one, other] = [await createArticle(editor), await createArticle(editor)]
    const { id: preview_id } = await previews.create({ id: one.id })

    await expect(previews.revoke({ id: other.id, preview_id })).rejects.toThrow('Preview not found')
  })
})
