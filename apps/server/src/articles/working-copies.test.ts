import { beforeEach, describe, expect, test } from 'vitest'
import {
  as,
  createArticle,
  createImage,
  createPublished,
  createUser,
  paragraph,
  testApp,
} from '../testing.ts'

const editor = await createUser()
const app = await testApp()
const { articles, previews, versions, workingCopies } = as(editor)
const content = [paragraph('Not yet.')]

let id: number
beforeEach(async () => {
  id = (await createArticle(editor)).id
})

const put = (changes: object = {}) =>
  workingCopies.put({ id, base_version: 1, title: 'Unsaved', content, ...changes })
/** Writes, and reads what is stored then. */
const stored = async (changes: object = {}) => {
  await put(changes)
  return workingCopies.get({ id })
}
const refusal = (code: string) => ({ code })

test('unsaved work is read back as it was written, with a rising revision', async () => {
  const poster = await createImage()
  const { revision } = await put({ revision: 0 })

  const written = await put({ revision, title: '', excerpt: 'Cut', poster_image_id: poster.id })

  const poster_url = `/api/uploads/${poster.filename}`
  const changed = { title: '', excerpt: 'Cut', poster_url, base_version: 1, content }
  expect(written.revision).toBe(revision + 1)
  expect(await workingCopies.get({ id })).toMatchObject({ ...written, ...changed })
})

test('absent fields stay as in the copy, else as in the article', async () => {
  await articles.update({ id, excerpt: 'Read this.' })
  const { id: poster_image_id } = await createImage()

  expect(await stored()).toMatchObject({ excerpt: 'Read this.', poster_image_id: null })
  await put({ excerpt: 'Cut', poster_image_id, poster_alt: 'A ferry' })
  expect(await stored()).toMatchObject({ excerpt: 'Cut', poster_image_id, poster_alt: 'A ferry' })
})

test('a derived excerpt follows the text; null replaces a written one by a derived one', async () => {
  expect(await stored()).toMatchObject({ excerpt: 'Not yet.' })
  await put({ excerpt: 'Cut' })
  expect(await stored({ excerpt: null })).toMatchObject({ excerpt: 'Not yet.' })
})

test('the tags that the work began with are stored: those of the article by default', async () => {
  await articles.update({ id, tags: ['Sea'] })

  expect(await stored({ tags: ['Sky'] })).toMatchObject({ base_tags: ['Sea'] })
  await articles.update({ id, tags: ['Moon'], working_copy_revision: 0 })
  expect(await stored()).toMatchObject({ base_tags: ['Sea'] })
  expect(await stored({ base_tags: ['Moon'] })).toMatchObject({ base_tags: ['Moon'] })
})

test('a stale revision overwrites and deletes nothing', async () => {
  const newest = await stored({ title: 'The other window' })

  await expect(put({ revision: 0 })).rejects.toMatchObject(refusal('CONFLICT'))
  await expect(workingCopies.delete({ id, revision: 0 })).rejects.toMatchObject(refusal('CONFLICT'))
  expect(await workingCopies.get({ id })).toEqual(newest)
})

test('of two windows that write concurrently exactly one succeeds', async () => {
  const writes = await Promise.allSettled(['One', 'Two'].map((title) => put({ title, revision: 0 })))

  expect(writes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a new copy begins with the revision that its window chose', async () => {
  const { revision } = await put({ revision: 0, first_revision: 4_711 })
  const next = await put({ revision, first_revision: 9 })

  expect([revision, next.revision]).toEqual([4_711, 4_712])
  await expect(put({ first_revision: 2_000_000_000 })).rejects.toMatchObject(refusal('VALIDATION_FAILED'))
})

test('a write makes the revision that its window chose, so that it recognises one whose answer is lost', async () => {
  const { revision } = await put({ revision: 0, next_revision: 4_711 })
  const next = await put({ revision, next_revision: 815 })

  expect([revision, next.revision]).toEqual([4_711, 815])
  expect((await put({ revision: 815 })).revision).toBe(816)
  await expect(put({ next_revision: 2_000_000_000 })).rejects.toMatchObject(refusal('VALIDATION_FAILED'))
})

test('a text that is again that of the newest version leaves no copy, so that it hides no later version', async () => {
  const { title, content } = await articles.get({ id })
  await put({ revision: 0 })
  const { revision } = await put({ title, content })
  const colleague = as(await createUser())
  await colleague.articles.update({ id, title: 'Theirs' })

  expect(revision).toBe(0)
  expect(await workingCopies.get({ id })).toBeNull()
  const { url } = await previews.create({ id, with_unsaved: true })
  expect((await app.inject({ url: new URL(url).pathname })).body).toContain('Theirs')
  await put({ revision, base_version: 1 })
})

test('a window with a deleted copy does not overwrite the next one', async () => {
  const { revision } = await put({ revision: 0 })
  await workingCopies.delete({ id, revision })
  const next = await put({ revision: 0, title: 'The other window' })

  await expect(put({ revision })).rejects.toMatchObject(refusal('CONFLICT'))
  expect(await workingCopies.get({ id })).toMatchObject(next)
})

test('nobody else sees it: no reader, no version, no other editor', async () => {
  const { id } = await createPublished(editor, [paragraph('Published.')])
  await put({ id })

  const other = as(await createUser({ role: 'admin' }))

  expect(await as(null).published.get({ id })).toMatchObject({ title: 'A story' })
  expect(await other.articles.get({ id })).toMatchObject({ title: 'A story', version_number: 2 })
  expect(await versions.list({ id })).toHaveLength(2)
  expect(await other.workingCopies.get({ id })).toBeNull()
})

test('an author has none on another author’s article, and can make none', async () => {
  const author = as(await createUser({ role: 'author' })).workingCopies

  const calls = [
    () => author.get({ id }),
    () => author.put({ id, base_version: 1, title: '', content }),
    () => author.delete({ id }),
  ]

  for (const call of calls) await expect(call()).rejects.toMatchObject(refusal('NOT_FOUND'))
})

test('deleting it twice succeeds', async () => {
  const { revision } = await put()
  await workingCopies.delete({ id, revision })

  await workingCopies.delete({ id })

  expect(await workingCopies.get({ id })).toBeNull()
})

describe('a save', () => {
  test('makes a version of it and deletes it', async () => {
    const { revision } = await put()

    await articles.update({
      id,
      title: 'Unsaved',
      content,
      base_version: 1,
      working_copy_revision: revision,
    })

    expect(await workingCopies.get({ id })).toBeNull()
  })

  test('deletes it also when the text is saved already', async () => {
    const { revision } = await put()

    await articles.update({ id, title: 'A story', working_copy_revision: revision })

    expect(await workingCopies.get({ id })).toBeNull()
  })

  test('deletes it also when the answer to the last write of it was lost', async () => {
    const { revision } = await put({ revision: 0, next_revision: 4_711 })
    await put({ revision, next_revision: 815 })

    await articles.update({
      id,
      title: 'Saved',
      working_copy_revision: revision,
      unanswered_revisions: [815],
    })

    expect(await workingCopies.get({ id })).toBeNull()
  })

  test('that names no revision deletes it only when it saves the same text', async () => {
    const copy = await stored({ tags: ['Sea'] })

    await articles.update({ id, tags: ['Sea'] })
    expect(await workingCopies.get({ id })).toEqual(copy)
    await articles.update({ id, title: 'Unsaved', content })
    expect(await workingCopies.get({ id })).toBeNull()
  })

  test('deletes it also when a later request has written the same text before', async () => {
    await stored()

    await articles.update({ id, title: 'Unsaved', content, base_version: 1, working_copy_revision: 0 })

    expect(await workingCopies.get({ id })).toBeNull()
  })

  test('keeps what another window wrote meanwhile', async () => {
    const theirs = await stored()

    await articles.update({ id, title: 'Saved', base_version: 1, working_copy_revision: 0 })

    expect(await workingCopies.get({ id })).toEqual(theirs)
  })

  test('keeps it when the save is refused', async () => {
    await articles.update({ id, title: 'Theirs' })
    const copy = await stored()

    const working_copy_revision = copy?.revision
    const save = articles.update({ id, title: 'Mine', base_version: 1, working_copy_revision })

    await expect(save).rejects.toMatchObject(refusal('CONFLICT'))
    expect(await workingCopies.get({ id })).toEqual(copy)
  })
})

describe('refused unsaved work is', () => {
  test('a text for a future version', async () => {
    await expect(put({ base_version: 2 })).rejects.toMatchObject(refusal('CONFLICT'))
  })

  test('a picture that does not exist', async () => {
    await expect(put({ poster_image_id: 999_999 })).rejects.toMatchObject(refusal('VALIDATION_FAILED'))
  })

  test.each([
    ['a title of 301 characters', { title: 'x'.repeat(301) }, 'VALIDATION_FAILED'],
    [
      'a text of more than 1 MiB',
      { content: JSON.stringify([paragraph('x'.repeat(1024 * 1024))]) },
      'PAYLOAD_TOO_LARGE',
    ],
  ])('%s', async (_what, change, code) => {
    await expect(put(change)).rejects.toMatchObject(refusal(code))
  })
})

test('an archived article accepts unsaved work; one in the trash does not, but keeps the existing copy', async () => {
  await articles.archive({ id })
  const copy = await stored()
  await articles.delete({ id })

  await expect(put()).rejects.toMatchObject(refusal('CONFLICT'))
  expect(await workingCopies.get({ id })).toEqual(copy)
})

test('unsaved work keeps its first time, and gets a new one after it was empty', async () => {
  const { title, content } = await articles.get({ id })
  const first = await stored()
  const second = await stored({ title: 'Longer' })
  expect(second?.created_at).toBe(first?.created_at)

  await put({ title, content })
  const anew = await stored({ title: 'Again' })

  expect(anew!.created_at > first!.created_at).toBe(true) // both are stored
})
