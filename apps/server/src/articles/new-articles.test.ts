import { randomUUID } from 'node:crypto'
import { MAX_NEW_ARTICLES } from '@nightdesk/contracts'
import { beforeEach, describe, expect, test } from 'vitest'
import { as, createImage, createUser, db, paragraph } from '../testing.ts'

const editor = await createUser()
const { articles, newArticles } = as(editor)
const content = [paragraph('The ferry leaves.')]

let key: string
beforeEach(() => {
  key = randomUUID()
})

const put = (changes: object = {}) => newArticles.put({ key, title: '', content, ...changes })
const refusal = (code: string) => ({ code })
const listed = async () => (await newArticles.list({})).find((one) => one.key === key)

test('a new article is stored from its first words, and listed', async () => {
  const written = await put({ revision: 0, tags: ['Ferries'] })

  expect(await newArticles.get({ key })).toMatchObject({ ...written, content, tags: [{ name: 'Ferries' }] })
  expect(await listed()).toMatchObject({ title: '', excerpt: 'The ferry leaves.' })
})

test('an emptied one is deleted', async () => {
  const { revision } = await put({ revision: 0 })
  const emptied = await put({ revision, content: [paragraph(' ')], title: ' ' })

  expect(emptied.revision).toBe(0)
  await expect(newArticles.get({ key })).rejects.toMatchObject(refusal('NOT_FOUND'))
  expect(await listed()).toBeUndefined()
})

test('a written excerpt is stored with it, also alone, until it is emptied', async () => {
  const { revision } = await put({ revision: 0, content: [], excerpt: 'Nobody comes.' })
  await put({ revision, title: 'The Ferry' })
  expect(await listed()).toMatchObject({ title: 'The Ferry', excerpt: 'Nobody comes.' })

  await put({ excerpt: null })
  expect(await listed()).toMatchObject({ excerpt: 'The ferry leaves.' })
})

test('a part of it can be changed, also before the first write is answered', async () => {
  const patch = { key, title: 'The Ferry', head: 0, tail: 0, insert: content }
  const { revision } = await newArticles.patch({ ...patch, revisions: [0, 7], first_revision: 7 })
  await newArticles.patch({ ...patch, revisions: [revision], head: 1, insert: [paragraph('At dusk.')] })

  expect(revision).toBe(7)
  expect((await newArticles.get({ key })).content).toEqual([...content, paragraph('At dusk.')])
  await expect(newArticles.patch({ ...patch, revisions: [revision] })).rejects.toMatchObject(
    refusal('CONFLICT'),
  )
})

test('a save makes an article of it and deletes it', async () => {
  const { id: poster_image_id } = await createImage()
  await put({ title: 'The Ferry', poster_image_id })

  const article = await articles.create({ title: 'The Ferry', content, working_copy_key: key })

  expect(article).toMatchObject({ version_number: 1, unsaved_at: null })
  expect(await listed()).toBeUndefined()
})

describe('a create that is sent again, since its answer was lost,', () => {
  const save = (changes: object = {}) =>
    articles.create({ title: 'The Ferry', content, tags: ['Sea'], working_copy_key: key, ...changes })

  test('is answered with the first article', async () => {
    const first = await save()

    expect(await save()).toEqual(first)
    expect((await newArticles.article({ key }))?.id).toBe(first.id)
  })

  test('is no new article again by a write of its text that comes after it', async () => {
    await save()

    expect(await put({ title: 'The Ferry', tags: ['Sea'], revision: 0 })).toMatchObject({ revision: 0 })
    expect(await listed()).toBeUndefined()
  })

  test('saves later changes to it', async () => {
    const { id } = await save()
    const { revision } = await put({ revision: 0 })

    const again = await save({ title: 'The Day Ferry', tags: ['Sky'], working_copy_revision: revision })

    expect(again).toMatchObject({ id, version_number: 2, title: 'The Day Ferry' })
    expect(again.tags).toMatchObject([{ name: 'Sea' }, { name: 'Sky' }])
    expect(await listed()).toBeUndefined()
  })

  test('overwrites nothing that was changed meanwhile', async () => {
    const { id } = await save()
    await articles.update({ id, title: 'Changed' })

    await expect(save({ title: 'The Day Ferry' })).rejects.toMatchObject(refusal('CONFLICT'))
    expect(await articles.get({ id })).toMatchObject({ title: 'Changed', version_number: 2 })
  })

  test('makes no second one at the same moment either', async () => {
    await Promise.allSettled([save(), save(), save()])

    const made = await db.selectFrom('articles').where('made_from', '=', key).select('id').execute()
    expect(made).toHaveLength(1)
  })
})

test('a save with an old revision leaves the newer copy in the list', async () => {
  const { revision } = await put({ revision: 0 })
  await put({ revision, content: [paragraph('Of another device.')] })

  const working_copy = { working_copy_key: key, working_copy_revision: revision }
  await articles.create({ title: 'The Ferry', content, ...working_copy })

  expect((await newArticles.get({ key })).content).toEqual([paragraph('Of another device.')])
})

test('nobody else can read, change, list or delete it', async () => {
  await put()
  const written = await newArticles.get({ key })
  const other = as(await createUser({ role: 'admin' }))

  await expect(other.newArticles.get({ key })).rejects.toMatchObject(refusal('NOT_FOUND'))
  await other.newArticles.put({ key, title: 'Theirs', content })
  await other.newArticles.delete({ key })
  await other.articles.create({ title: 'Theirs', content, working_copy_key: key })
  expect(await other.newArticles.list({})).toEqual([])
  expect(await newArticles.get({ key })).toEqual(written)
})

test('of two windows that write concurrently exactly one succeeds', async () => {
  const writes = await Promise.allSettled(['One', 'Two'].map((title) => put({ title, revision: 0 })))

  expect(writes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('an account can begin only a limited number of articles', async () => {
  const hoarder = await createUser()
  const rows = Array.from({ length: MAX_NEW_ARTICLES }, () => ({
    key: randomUUID(),
    user_id: hoarder.id,
    revision: 1,
    base_version: 0,
    title: 'Begun',
    excerpt: '',
    content: '[]',
  }))
  await db.insertInto('working_copies').values(rows).execute()
  const { put, delete: discard } = as(hoarder).newArticles

  await expect(put({ key, title: 'One more', content })).rejects.toMatchObject(refusal('CONFLICT'))
  await discard({ key: rows[0]!.key })
  await put({ key, title: 'One more', content })
})
