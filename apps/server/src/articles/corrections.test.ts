import { parseAtomFeed } from 'feedsmith'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { as, createArticle, createPublished, createUser, db, testApp } from '../testing.ts'

const app = await testApp()
const editor = await createUser({ full_name: 'Imani Okoth' })
const { corrections, articles } = as(editor)
const reader = as(null).published
const get = async (url: string) => (await app.inject(url)).body

const TEXT = 'The lamp turns every ninety hours, not every nine.'

test('a correction of a published story is on its page, in the list of all, and in its data', async () => {
  const { id, title } = await createPublished(editor)
  expect(await get(`/post/${id}`)).not.toContain('Corrected on')

  const noted = await corrections.create({ id, text: `  ${TEXT} ` })

  const { created_at } = noted
  expect(noted).toMatchObject({ text: TEXT, created_by_name: 'Imani Okoth' })
  expect(await corrections.list({ id })).toEqual([noted])
  const page = await get(`/post/${id}`)
  expect(page).toContain('Corrected on ')
  expect(page).toContain(
    `"correction":[{"@type":"CorrectionComment","text":"${TEXT}","datePublished":"${created_at}"}]`,
  )
  expect(await get('/corrections')).toContain(TEXT)
  const [listed] = await reader.corrections({})
  expect(listed).toEqual({ id: noted.id, text: TEXT, created_at, article_id: id, article_title: title })
})

test('the list of all is in the order of their dates, also when an import has brought older ones', async () => {
  const { id } = await createPublished(editor)
  const { id: correction_id } = await corrections.create({ id, text: 'Of an earlier site.' })
  await db
    .updateTable('corrections')
    .set({ created_at: '2019-05-01T10:00:00Z' })
    .where('id', '=', correction_id)
    .execute()

  expect((await reader.corrections({})).at(-1)).toMatchObject({ text: 'Of an earlier site.' })
  await corrections.delete({ id, correction_id })
})

test('a correction changes the date of the story in feeds, and is at the end of its e-book', async () => {
  const { id } = await createPublished(editor)
  await app.inject(`/post/${id}.epub`)
  const { created_at } = await corrections.create({ id, text: `${TEXT} & more` })

  const [entry] = parseAtomFeed(await get('/atom.xml')).entries ?? []
  expect(entry?.updated).toBe(created_at)
  const { rawPayload } = await app.inject(`/post/${id}.epub`)
  const story = strFromU8(unzipSync(rawPayload)['OEBPS/story.xhtml'] ?? new Uint8Array())
  expect(story).toMatch(
    /<h2>Corrections<\/h2>\n<ul><li><time datetime="[^"]+">[^<]+<\/time>: .* &amp; more<\/li>/,
  )
})

test('a removed correction is gone from the page', async () => {
  const { id } = await createPublished(editor)
  const { id: correction_id } = await corrections.create({ id, text: TEXT })
  await get(`/post/${id}`)

  await corrections.delete({ id, correction_id })

  expect(await get(`/post/${id}`)).not.toContain('Corrected on')
  await expect(corrections.delete({ id, correction_id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a draft cannot be corrected, and corrections of what was withdrawn are not public', async () => {
  const draft = await createArticle(editor)
  await expect(corrections.create({ id: draft.id, text: TEXT })).rejects.toMatchObject({ code: 'CONFLICT' })

  const { id } = await createPublished(editor)
  await corrections.create({ id, text: 'Withdrawn with its story.' })
  await articles.unpublish({ id })

  expect(await get('/corrections')).not.toContain('Withdrawn with its story.')
})

test('an author corrects only own stories, and no correction is longer than 300 characters', async () => {
  const author = await createUser({ role: 'author' })
  const { id } = await createPublished(editor)
  const own = await createPublished(author)
  const api = as(author).corrections

  await expect(api.create({ id, text: TEXT })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(api.list({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(api.create({ id: own.id, text: 'x'.repeat(301) })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  })
  expect((await api.create({ id: own.id, text: '🪐'.repeat(300) })).text).toHaveLength(600)
})
