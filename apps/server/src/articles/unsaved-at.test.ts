import { beforeEach, describe, expect, test } from 'vitest'
import { as, createArticle, createImage, createUser, paragraph } from '../testing.ts'

const editor = await createUser()
const { articles, workingCopies } = as(editor)
const content = [paragraph('Not yet.')]

let id: number
beforeEach(async () => {
  id = (await createArticle(editor)).id
})

const put = (changes: object = {}) =>
  workingCopies.put({ id, base_version: 1, title: 'Unsaved', content, ...changes })

describe('an article says since when there is unsaved work', () => {
  const unsaved_at = async () => (await articles.get({ id })).unsaved_at

  test('to its writer, until it is saved', async () => {
    const other = as(await createUser())
    const copy = await put()

    expect(await unsaved_at()).toBe(copy.updated_at)
    expect((await other.articles.get({ id })).unsaved_at).toBeNull()
    expect((await articles.publish({ id })).unsaved_at).toBe(copy.updated_at)
    expect((await articles.update({ id, title: 'Unsaved', content })).unsaved_at).toBeNull()
  })

  test('and is found by it in the list of articles, however many were changed since', async () => {
    const mine = async () => (await articles.list({ unsaved: 'own', limit: 1 })).map((row) => row.id)
    const other = as(await createUser())
    await put()
    await createArticle(editor)

    expect(await mine()).toEqual([id])
    expect(await other.articles.list({ unsaved: 'own' })).toEqual([])
    await articles.update({ id, title: 'Unsaved', content })
    expect(await mine()).toEqual([])
  })

  test('or until it is deleted', async () => {
    expect(await unsaved_at()).toBeNull()
    const { revision } = await put()
    expect(await unsaved_at()).not.toBeNull()
    await workingCopies.delete({ id, revision })

    expect(await unsaved_at()).toBeNull()
  })

  test.each<[string, object]>([
    ['title', { title: 'Another' }],
    ['content', { content }],
    ['tags', { tags: ['Ferries'] }],
  ])('that differs in its %s', async (_what, change) => {
    const { title, content } = await articles.get({ id })

    await put({ title, content, ...change })

    expect(await unsaved_at()).not.toBeNull()
  })

  test('but not for the same text as the newest version', async () => {
    const { id: poster_image_id } = await createImage()
    const { title } = await articles.update({ id, poster_image_id })
    const content = [{ type: 'paragraph', children: [{ text: 'Once upon ' }, { text: 'a time.' }] }]

    await put({ title: `${title} `, content, poster_image_id })

    expect(await unsaved_at()).toBeNull()
  })
})

test('the list of articles says so too, to its writer, and not for an unchanged copy', async () => {
  const { title, content } = await articles.get({ id })
  const listed = async () => (await articles.list({ limit: 100 })).find((one) => one.id === id)?.unsaved_at
  await put({ title, content })
  expect(await listed()).toBeNull()

  const copy = await put()

  expect(await listed()).toBe(copy.updated_at)
  const others = await as(await createUser()).articles.list({ limit: 100 })
  expect(others.find((one) => one.id === id)?.unsaved_at).toBeNull()
})
