import { beforeEach, describe, expect, test } from 'vitest'
import { as, createArticle, createImage, createPublished, createUser, paragraph } from '../../testing.ts'

const editor = await createUser()
const { articles, versions, workingCopies } = as(editor)
const content = [paragraph('Not yet.')]

let id: number
beforeEach(async () => {
  id = (await createArticle(editor)).id
})

const put = (changes: object = {}) =>
  workingCopies.put({ id, base_version: 1, title: 'Unsaved', content, ...changes })
const refusal = (code: string) => ({ code })

test('unsaved work is read back as it was kept, under a revision that rises', async () => {
  const poster = await createImage()
  const { revision } = await put({ revision: 0 })

  const written = await put({ revision, title: '', excerpt: 'Cut', poster_image_id: poster.id })

  const changed = { revision: revision + 1, title: '', excerpt: 'Cut' }
  expect(written).toMatchObject({ ...changed, base_version: 1, content })
  expect(written.poster_url).toBe(`/api/uploads/${poster.filename}`)
  expect(await workingCopies.get({ id })).toEqual(written)
})

test('what is left out stays as it was: in the copy, else in the article', async () => {
  await articles.update({ id, excerpt: 'Read this.' })
  const { id: poster_image_id } = await createImage()

  expect(await put()).toMatchObject({ excerpt: 'Read this.', poster_image_id: null })
  await put({ excerpt: 'Cut', poster_image_id })
  expect(await put()).toMatchObject({ excerpt: 'Cut', poster_image_id })
})

test('an excerpt that is made from the text follows what is written; one of somebody’s own is given up by null', async () => {
  expect(await put()).toMatchObject({ excerpt: 'Not yet.' })
  await put({ excerpt: 'Cut' })
  expect(await put({ excerpt: null })).toMatchObject({ excerpt: 'Not yet.' })
})

test('the tags that the work began from are kept with it: those of the article, unless it says others', async () => {
  await articles.update({ id, tags: ['Sea'] })

  expect(await put({ tags: ['Sky'] })).toMatchObject({ base_tags: ['Sea'] })
  await articles.update({ id, tags: ['Moon'], working_copy_revision: 0 })
  expect(await put()).toMatchObject({ base_tags: ['Sea'] })
  expect(await put({ base_tags: ['Moon'] })).toMatchObject({ base_tags: ['Moon'] })
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
  expect(await other.workingCopies.get({ id })).toBeNull()
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

  expect(await workingCopies.get({ id })).toBeNull()
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

    expect(await workingCopies.get({ id })).toBeNull()
  })

  test('removes it also when the text is saved already, and when no revision is named', async () => {
    await put()

    await articles.update({ id, title: 'A story' })

    expect(await workingCopies.get({ id })).toBeNull()
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

test('an archived article takes unsaved work; one in the trash does not, but keeps what there is', async () => {
  await articles.archive({ id })
  const copy = await put()
  await articles.delete({ id })

  await expect(put()).rejects.toMatchObject(refusal('CONFLICT'))
  expect(await workingCopies.get({ id })).toEqual(copy)
})

test('unsaved work keeps the time it began at, and begins anew when there was nothing in it', async () => {
  const { title, content } = await articles.get({ id })
  const first = await put()
  const second = await put({ title: 'Longer' })
  expect(second.created_at).toBe(first.created_at)

  await put({ title, content })
  const anew = await put({ title: 'Again' })

  expect(anew.created_at > first.created_at).toBe(true)
})
