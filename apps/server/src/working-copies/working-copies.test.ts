import { beforeEach, describe, expect, test } from 'vitest'
import { as, createArticle, createImage, createPublished, createUser, paragraph } from '../testing.ts'

const editor = await createUser()
const { articles, versions, workingCopies } = as(editor)
const content = [paragraph('Not yet.')]

let id: number
beforeEach(async () => {
  id = (await createArticle(editor)).id
})

const put = (changes: object = {}) =>
  workingCopies.put({ id, base_version: 1, title: 'Unsaved', content, ...changes })
const refusal = (code: string) => ({ cause: { code } })

test('unsaved work is read back as it was kept, under a revision that rises', async () => {
  const poster = await createImage()
  const { revision } = await put({ revision: 0 })

  const kept = await put({ revision, title: '', excerpt: 'Cut', poster_image_id: poster.id })

  const changed = { revision: revision + 1, title: '', excerpt: 'Cut' }
  expect(kept).toMatchObject({ ...changed, base_version: 1, content })
  expect(kept.poster_url).toBe(`/api/uploads/${poster.filename}`)
  expect(await workingCopies.get({ id })).toEqual(kept)
})

test('what is left out stays as it was: in the copy, else in the article', async () => {
  const { excerpt } = await articles.get({ id })
  const { id: poster_image_id } = await createImage()

  expect(await put()).toMatchObject({ excerpt, poster_image_id: null })
  await put({ excerpt: 'Cut', poster_image_id })
  expect(await put()).toMatchObject({ excerpt: 'Cut', poster_image_id })
})

test('a stale revision overwrites nothing and removes nothing', async () => {
  const newest = await put({ title: 'The other window' })

  await expect(put({ revision: 0 })).rejects.toMatchObject(refusal('CONFLICT'))
  await expect(workingCopies.delete({ id, revision: 0 })).rejects.toMatchObject(refusal('CONFLICT'))
  expect(await workingCopies.get({ id })).toEqual(newest)
})

test('of two windows that write at the same moment exactly one wins', async () => {
  const writes = await Promise.allSettled(['One', 'Two'].map((title) => put({ title, revision: 0 })))

  expect(writes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a new copy begins to count where its window says, and rises from there', async () => {
  const { revision } = await put({ revision: 0, first_revision: 4_711 })
  const next = await put({ revision, first_revision: 9 })

  expect([revision, next.revision]).toEqual([4_711, 4_712])
  await expect(put({ first_revision: 2_000_000_000 })).rejects.toMatchObject(refusal('VALIDATION_FAILED'))
})

test('a window that knows a copy which was given up does not overwrite the next one', async () => {
  const { revision } = await put({ revision: 0 })
  await workingCopies.delete({ id, revision })
  const next = await put({ revision: 0, title: 'The other window' })

  await expect(put({ revision })).rejects.toMatchObject(refusal('CONFLICT'))
  expect(await workingCopies.get({ id })).toEqual(next)
})

test('it is seen by nobody else: no reader, no version, no other editor', async () => {
  const { id } = await createPublished(editor, [paragraph('Published.')])
  await put({ id })

  const other = as(await createUser({ role: 'admin' }))

  expect(await as(null).published.get({ id })).toMatchObject({ title: 'A story' })
  expect(await other.articles.get({ id })).toMatchObject({ title: 'A story', version_number: 2 })
  expect(await versions.list({ id })).toHaveLength(2)
  await expect(other.workingCopies.get({ id })).rejects.toMatchObject(refusal('NOT_FOUND'))
})

test('on the article of somebody else an author has none, and can make none', async () => {
  const author = as(await createUser({ role: 'author' })).workingCopies

  const calls = [
    () => author.get({ id }),
    () => author.put({ id, base_version: 1, title: '', content }),
    () => author.delete({ id }),
  ]

  for (const call of calls) await expect(call()).rejects.toMatchObject(refusal('NOT_FOUND'))
})

test('giving it up twice is giving it up', async () => {
  const { revision } = await put()
  await workingCopies.delete({ id, revision })

  await workingCopies.delete({ id })

  await expect(workingCopies.get({ id })).rejects.toMatchObject(refusal('NOT_FOUND'))
})

describe('a save', () => {
  test('turns it into a version and removes it', async () => {
    const { revision } = await put()

    await articles.update({
      id,
      title: 'Unsaved',
      content,
      base_version: 1,
      working_copy_revision: revision,
    })

    await expect(workingCopies.get({ id })).rejects.toMatchObject(refusal('NOT_FOUND'))
  })

  test('removes it also when the text is saved already, and when no revision is named', async () => {
    await put()

    await articles.update({ id, title: 'A story' })

    await expect(workingCopies.get({ id })).rejects.toMatchObject(refusal('NOT_FOUND'))
  })

  test('leaves what another window kept meanwhile', async () => {
    const theirs = await put()

    await articles.update({ id, title: 'Saved', base_version: 1, working_copy_revision: 0 })

    expect(await workingCopies.get({ id })).toEqual(theirs)
  })

  test('that is refused leaves it', async () => {
    await articles.update({ id, title: 'Theirs' })
    const copy = await put()

    const save = articles.update({ id, title: 'Mine', base_version: 1, working_copy_revision: copy.revision })

    await expect(save).rejects.toMatchObject(refusal('CONFLICT'))
    expect(await workingCopies.get({ id })).toEqual(copy)
  })
})

describe('what cannot be kept', () => {
  test('a text for a version that is yet to come', async () => {
    await expect(put({ base_version: 2 })).rejects.toMatchObject(refusal('CONFLICT'))
  })

  test('a picture that does not exist', async () => {
    await expect(put({ poster_image_id: 999_999 })).rejects.toMatchObject(refusal('VALIDATION_FAILED'))
  })

  test.each([
    ['a title of 301 characters', { title: 'x'.repeat(301) }],
    ['a text of more than 1 MiB', { content: JSON.stringify([paragraph('x'.repeat(1024 * 1024))]) }],
  ])('%s', async (_what, change) => {
    await expect(put(change)).rejects.toMatchObject(refusal('VALIDATION_FAILED'))
  })
})

test('an archived article takes unsaved work; one in the trash does not, but keeps what there is', async () => {
  await articles.archive({ id })
  const copy = await put()
  await articles.delete({ id })

  await expect(put()).rejects.toMatchObject(refusal('CONFLICT'))
  expect(await workingCopies.get({ id })).toEqual(copy)
})

describe('an article says since when there is unsaved work', () => {
  const unsaved_at = async () => (await articles.get({ id })).unsaved_at

  test('to whoever wrote it, until it is saved', async () => {
    const other = as(await createUser())
    const copy = await put()

    expect(await unsaved_at()).toBe(copy.updated_at)
    expect((await other.articles.get({ id })).unsaved_at).toBeNull()
    expect((await articles.publish({ id })).unsaved_at).toBe(copy.updated_at)
    expect((await articles.update({ id, title: 'Unsaved', content })).unsaved_at).toBeNull()
  })

  test('or until it is given up', async () => {
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

  test('but not of a text that is as the editor shows the newest version', async () => {
    const { id: poster_image_id } = await createImage()
    const { title } = await articles.update({ id, poster_image_id })
    const content = [{ type: 'paragraph', children: [{ text: 'Once upon ' }, { text: 'a time.' }] }]

    await put({ title: `${title} `, content, poster_image_id })

    expect(await unsaved_at()).toBeNull()
  })
})
