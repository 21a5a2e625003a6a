import { describe, expect, test } from 'vitest'
import { as, createArticle, createImage, createPublished, createUser, db, paragraph } from '../testing.ts'

const editor = await createUser({ full_name: 'Edith' })
const { articles, versions } = as(editor)

test('the history begins with the newest version and names its writers and changes', async () => {
  const { id } = await createArticle(editor)
  await articles.update({ id, title: 'Second' })

  const history = await versions.list({ id })

  expect(history).toMatchObject([
    { version_number: 2, title: 'Second', change_description: 'Edited title', created_by_name: 'Edith' },
    { version_number: 1, title: 'A story', change_description: 'Created', content: [{ type: 'paragraph' }] },
  ])
})

test('a version of a deleted writer says so', async () => {
  const { id } = await createArticle(editor)
  await db.updateTable('article_versions').set({ created_by: null }).where('article_id', '=', id).execute()

  expect(await versions.list({ id })).toMatchObject([{ created_by_name: 'Someone who left' }])
})

describe('of a long history', () => {
  const long = 'word '.repeat(30_000)
  const saveMany = async (count: number, text: (number: number) => string) => {
    const { id } = await createArticle(editor)
    for (let number = 2; number <= count; number++)
      await articles.update({ id, content: [paragraph(text(number))] })
    return id
  }
  const numbers = (list: { version_number: number }[]) => list.map(({ version_number }) => version_number)

  test('the list without a page holds the contents of the newest twenty', async () => {
    const id = await saveMany(22, (number) => `Text ${number}`)

    const newest = await versions.list({ id })

    expect(numbers(newest)).toEqual(Array.from({ length: 20 }, (_, index) => 22 - index))
    expect(newest.at(-1)?.content).toEqual([paragraph('Text 3')])
  })

  test('the contents stay below half a megabyte, and always include the newest', async () => {
    const id = await saveMany(6, (number) => `${number} ${long}`.slice(0, 90_000))
    await articles.update({
      id,
      content: Array.from({ length: 7 }, (_, index) => paragraph(`${index}${long}`.slice(0, 90_000))),
    })

    expect(numbers(await versions.list({ id }))).toEqual([7])
    await articles.update({ id, content: [paragraph('Short')] })
    expect(numbers(await versions.list({ id }))).toEqual([8])
  })

  test('pages lead to the first version, without content', async () => {
    const id = await saveMany(5, (number) => `Text ${number}`)

    const first = await versions.list({ id, limit: 2 })
    const second = await versions.list({ id, limit: 2, before: first.at(-1)?.version_number })
    const last = await versions.list({ id, before: second.at(-1)?.version_number })

    expect([first, second, last].map(numbers)).toEqual([[5, 4], [3, 2], [1]])
    expect(first[0]).not.toHaveProperty('content')
    expect(last[0]).not.toHaveProperty('content')
  })

  test('a single version has its content', async () => {
    const { id, version_id } = await createArticle(editor)
    await articles.update({ id, title: 'Second' })

    const version = await versions.get({ id, version_id })

    expect(version).toMatchObject({ version_number: 1, content: [paragraph('Once upon a time.')] })
    const elsewhere = versions.get({ id: (await createArticle(editor)).id, version_id })
    await expect(elsewhere).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('an author cannot read the versions of another author’s article', async () => {
    const { id, version_id } = await createArticle(editor)
    const author = as(await createUser({ role: 'author' })).versions

    for (const call of [() => author.list({ id, limit: 1 }), () => author.get({ id, version_id })])
      await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('reverting', () => {
  test('copies all parts of an old version forward', async () => {
    const poster = await createImage()
    const first = await articles.create({
      title: 'First',
      excerpt: 'Old',
      content: [paragraph('Old')],
      poster_image_id: poster.id,
      poster_alt: 'A ferry',
    })
    const { id } = first
    await articles.update({ id, title: 'B', excerpt: 'C', content: [], poster_image_id: null })

    const reverted = await versions.revert({ id, version_id: first.version_id })

    const { title, excerpt, content, poster_image_id, poster_alt } = first
    expect(poster_alt).toBe('A ferry')
    expect(reverted).toMatchObject({
      title,
      excerpt,
      content,
      poster_image_id,
      poster_alt,
      version_number: 3,
    })
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

  test('to the same text changes nothing', async () => {
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

    await expect(reverting).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
