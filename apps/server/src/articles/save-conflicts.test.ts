import { expect, test } from 'vitest'
import { as, createArticle, createUser, paragraph } from '../testing.ts'

const editor = await createUser()
const api = as(editor).articles

test('a save from an old version is refused once the text has changed, and changes nothing', async () => {
  const { id } = await createArticle(editor)
  const theirs = await api.update({ id, title: 'Theirs', base_version: 1 })

  const mine = api.update({ id, title: 'Mine', base_version: 1 })

  await expect(mine).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('version 2'),
  })
  expect(await api.get({ id })).toEqual(theirs)
})

test('a revert of a text that somebody has changed since is refused, and changes nothing', async () => {
  const { id, version_id } = await createArticle(editor)
  await api.update({ id, title: 'Mine' })
  const theirs = await api.update({ id, title: 'Theirs' })

  const reverting = as(editor).versions.revert({ id, version_id, base_version: 2 })

  await expect(reverting).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await api.get({ id })).toEqual(theirs)
  const reverted = await as(editor).versions.revert({ id, version_id, base_version: 3 })
  expect(reverted).toMatchObject({ title: 'A story', version_number: 4 })
})

test.each([
  ['title', { title: 'Theirs' }],
  ['excerpt', { excerpt: 'Theirs' }],
  ['content', { content: [paragraph('Theirs')] }],
])('a change of the %s alone is a conflict', async (_what, change) => {
  const { id } = await createArticle(editor)
  await api.update({ id, ...change })

  const mine = api.update({ id, title: 'Mine', base_version: 1 })

  await expect(mine).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('publishing and unpublishing in between are no conflict', async () => {
  const { id } = await createArticle(editor)
  await api.publish({ id })
  await api.unpublish({ id })

  const saved = await api.update({ id, title: 'Mine', base_version: 1 })

  expect(saved).toMatchObject({ title: 'Mine', version_number: 4 })
})

test('an unknown version is a conflict', async () => {
  const { id } = await createArticle(editor)

  const saving = api.update({ id, title: 'Mine', base_version: 7 })

  await expect(saving).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('without a base version the last one wins, and the overwritten text stays in the history', async () => {
  const { id } = await createArticle(editor)
  await api.update({ id, title: 'Theirs' })

  await api.update({ id, title: 'Mine' })

  const history = await as(editor).versions.list({ id })
  expect(history.map(({ title }) => title)).toEqual(['Mine', 'Theirs', 'A story'])
})

test('of many concurrent saves from one version exactly one succeeds', async () => {
  const { id } = await createArticle(editor)
  const titles = Array.from({ length: 12 }, (_, index) => `Writer ${index}`)

  const saves = await Promise.allSettled(titles.map((title) => api.update({ id, title, base_version: 1 })))

  const [won, ...others] = saves.flatMap((save) => (save.status === 'fulfilled' ? [save.value] : []))
  const lost = saves.flatMap((save) => (save.status === 'rejected' ? [save.reason.code] : []))
  expect(others).toEqual([])
  expect(lost).toEqual(Array(11).fill('CONFLICT'))
  expect(await api.get({ id })).toEqual(won)
})

test('concurrent saves of several writers each make a version', async () => {
  const { id } = await createArticle(editor)
  const titles = Array.from({ length: 8 }, (_, index) => `Writer ${index}`)

  await Promise.all(titles.map((title) => api.update({ id, title })))

  const history = await as(editor).versions.list({ id })
  expect(history.map(({ version_number }) => version_number)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(new Set(history.map(({ title }) => title))).toEqual(new Set(['A story', ...titles]))
})

test('a save is answered with its own text, not with a later one', async () => {
  const { id } = await createArticle(editor)
  const titles = Array.from({ length: 8 }, (_, index) => `Writer ${index}`)

  const answers = await Promise.all(titles.map((title) => api.update({ id, title })))

  const history = await as(editor).versions.list({ id })
  const written = new Map(history.map(({ version_number, title }) => [version_number, title]))
  expect(answers.map(({ title }) => title)).toEqual(titles)
  expect(answers.map(({ version_number }) => written.get(version_number))).toEqual(titles)
})

test('a repeated save whose answer was lost makes no conflict and no second version', async () => {
  const { id } = await createArticle(editor)
  const save = { id, title: 'Mine', base_version: 1 }
  const first = await api.update(save)

  expect(await api.update(save)).toEqual(first)
})
