import { describe, expect, test } from 'vitest'
import { as, createArticle, createImage, createPublished, createUser, db, paragraph } from '../testing.ts'

const editor = await createUser({ full_name: 'Edith' })
const { articles, versions } = as(editor)

test('the history begins with the newest and tells who wrote what', async () => {
  const { id } = await createArticle(editor)
  await articles.update({ id, title: 'Second' })

  const history = await versions.list({ id })

  expect(history).toMatchObject([
    { version_number: 2, title: 'Second', change_description: 'Edited title', created_by_name: 'Edith' },
    { version_number: 1, title: 'A story', change_description: 'Created', content: [{ type: 'paragraph' }] },
  ])
})

test('a version whose writer is gone says so', async () => {
  const { id } = await createArticle(editor)
  await db.updateTable('article_versions').set({ created_by: null }).where('article_id', '=', id).execute()

  expect(await versions.list({ id })).toMatchObject([{ created_by_name: 'Someone who left' }])
})

describe('reverting', () => {
  test('copies all four parts of an old version forward', async () => {
    const poster = await createImage()
    const first = await articles.create({
      title: 'First',
      excerpt: 'Old',
      content: [paragraph('Old')],
      poster_image_id: poster.id,
    })
    const { id } = first
    await articles.update({ id, title: 'B', excerpt: 'C', content: [], poster_image_id: null })

    const reverted = await versions.revert({ id, version_id: first.version_id })

    const { title, excerpt, content, poster_image_id } = first
    expect(reverted).toMatchObject({ title, excerpt, content, poster_image_id, version_number: 3 })
    expect((await versions.list({ id }))[0]).toMatchObject({ change_description: 'Reverted to version 1' })
    expect(reverted.date_updated > first.date_updated).toBe(true)
  })

  test('can itself be undone', async () => {
    const first = await createArticle(editor)
    const second = await articles.update({ id: first.id, title: 'Second' })
    await versions.revert({ id: first.id, version_id: first.version_id })

    const undone = await versions.revert({ id: first.id, version_id: second.version_id })

    expect(undone).toMatchObject({ title: 'Second', version_number: 4 })
  })

  test('to the text there is changes nothing', async () => {
    const before = await createArticle(editor)

    const after = await versions.revert({ id: before.id, version_id: before.version_id })

    expect(after).toEqual(before)
  })

  test('a published article shows readers the old text at once', async () => {
    const { id, version_id } = await createPublished(editor, [paragraph('Right.')])
    await articles.update({ id, content: [paragraph('Wrong.')] })

    await versions.revert({ id, version_id })

    expect((await as(null).published.get({ id })).content).toEqual([paragraph('Right.')])
  })

  test('to a version of another article finds nothing', async () => {
    const [mine, other] = [await createArticle(editor), await createArticle(editor)]

    const reverting = versions.revert({ id: mine.id, version_id: other.version_id })

    await expect(reverting).rejects.toMatchObject({ cause: { code: 'NOT_FOUND' } })
  })
})
