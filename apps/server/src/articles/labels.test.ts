import { expect, test } from 'vitest'
import { as, createArticle, createPublished, createUser, paragraph } from '../testing.ts'

const editor = await createUser({ full_name: 'Edith' })
const { articles, versions } = as(editor)

test('a label is in the list, on the time line and in the version; null removes it', async () => {
  const { id, version_id } = await createArticle(editor)

  const labelled = await versions.label({ id, version_id, label: ' before the edit by Njeri ' })

  expect(labelled).toMatchObject({ id: version_id, label: 'before the edit by Njeri' })
  expect(await versions.list({ id, limit: 1 })).toMatchObject([{ label: 'before the edit by Njeri' }])
  expect(await versions.timeline({ id })).toMatchObject([{ label: 'before the edit by Njeri' }])
  await versions.label({ id, version_id, label: 'last of the night' })
  expect(await versions.get({ id, version_id })).toMatchObject({ label: 'last of the night' })
  await versions.label({ id, version_id, label: null })
  expect(await versions.list({ id })).toMatchObject([{ label: null }])
})

test('a label makes no version and changes no date', async () => {
  const before = await createArticle(editor)

  await versions.label({ id: before.id, version_id: before.version_id, label: 'first' })

  expect(await articles.get({ id: before.id })).toEqual(before)
})

test('a blank label and a long one are refused', async () => {
  const { id, version_id } = await createArticle(editor)

  await expect(versions.label({ id, version_id, label: ' ' })).rejects.toThrow('Label is required')
  await expect(versions.label({ id, version_id, label: '🌙'.repeat(81) })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  })
  expect(await versions.label({ id, version_id, label: '🌙'.repeat(80) })).toMatchObject({
    label: '🌙'.repeat(80),
  })
})

test('a version of another article, of another author or in the trash cannot be labelled', async () => {
  const { id, version_id } = await createArticle(editor)
  const other = await createArticle(editor)
  const author = as(await createUser({ role: 'author' }))

  const refusals = [
    () => versions.label({ id: other.id, version_id, label: 'mine' }),
    () => author.versions.label({ id, version_id, label: 'mine' }),
  ]
  for (const refused of refusals) await expect(refused()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await articles.delete({ id })
  await expect(versions.label({ id, version_id, label: 'mine' })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('the time line names the versions with which an article became public, oldest first', async () => {
  const { id } = await createPublished(editor, [paragraph('Out.')])
  await articles.update({ id, title: 'Corrected' })
  await articles.unpublish({ id })
  await articles.update({ id, title: 'Again' })
  await articles.publish({ id })

  const points = await versions.timeline({ id })

  expect(points.map(({ version_number }) => version_number)).toEqual([1, 2, 3, 4, 5, 6])
  expect(points.filter(({ is_publication }) => is_publication)).toMatchObject([
    { version_number: 2, created_by_name: 'Edith' },
    { version_number: 6 },
  ])
  expect(points.filter(({ is_public }) => is_public)).toMatchObject([{ version_number: 6 }])
  expect(points[0]).not.toHaveProperty('content')
})

test('an author cannot read the time line of another author’s article', async () => {
  const { id } = await createArticle(editor)
  const author = as(await createUser({ role: 'author' }))

  await expect(author.versions.timeline({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
