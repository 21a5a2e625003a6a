import { describe, expect, test } from 'vitest'
import { as, createArticle, createPublished, createUser } from '../testing.ts'

const editor = await createUser()
const reader = as(null).published

describe('readers', () => {
  test('find what is published, newest change first, with its content', async () => {
    const [first, second] = [await createPublished(editor), await createPublished(editor)]
    await createArticle(editor)
    await as(editor).articles.update({ id: first.id, title: 'Changed since' })

    const rows = await reader.list({})

    expect(rows.map(({ id }) => id)).toEqual([first.id, second.id])
    expect(rows[0]?.content).toEqual(first.content)
  })

  test('search and leaf through it', async () => {
    const found = await reader.list({ q: 'SINCE' })
    const pages = [await reader.list({ limit: 1, page: 2 }), await reader.list({ limit: 1, page: 3 })]

    expect([found.length, ...pages.map(({ length }) => length)]).toEqual([1, 1, 0])
  })

  test('do not find drafts, nor what does not exist', async () => {
    const { id } = await createArticle(editor)
    const notFound = { code: 'NOT_FOUND', message: 'Article not found' }

    await expect(reader.get({ id })).rejects.toMatchObject(notFound)
    await expect(reader.get({ id: 999_999 })).rejects.toMatchObject(notFound)
  })
})
