import { beforeEach, expect, test } from 'vitest'
import { as, createArticle, createUser, paragraph } from '../testing.ts'

const editor = await createUser()
const { articles, workingCopies } = as(editor)
const content = [paragraph('Not yet.')]

let id: number
beforeEach(async () => {
  id = (await createArticle(editor)).id
})

const put = (changes: object = {}) =>
  workingCopies.put({ id, base_version: 1, title: 'Unsaved', content, ...changes })
const refusal = (code: string) => ({ code })

const blocks = ['One.', 'Two.', 'Three.'].map(paragraph)
const patch = (changes: object = {}) =>
  workingCopies.patch({
    id,
    base_version: 1,
    title: 'Unsaved',
    revisions: [0],
    head: 1,
    tail: 1,
    insert: [paragraph('2.')],
    ...changes,
  })
const stored = async () => (await workingCopies.get({ id }))?.content

test('a part of unsaved work is changed in the copy', async () => {
  const { revision } = await put({ content: blocks })
  const changed = await patch({ revisions: [revision] })

  expect(await stored()).toEqual([paragraph('One.'), paragraph('2.'), paragraph('Three.')])
  expect(changed.revision).toBe(revision + 1)
})

test('a part of unsaved work is changed in the version it begins from while there is no copy', async () => {
  id = (await createArticle(editor, blocks)).id
  await patch({ first_revision: 7 })

  expect(await stored()).toEqual([paragraph('One.'), paragraph('2.'), paragraph('Three.')])
})

test('a part of unsaved work is changed in that version also when others have saved since', async () => {
  id = (await createArticle(editor, blocks)).id
  await articles.update({ id, content: [paragraph('Theirs.')] })
  await patch()

  expect(await stored()).toEqual([paragraph('One.'), paragraph('2.'), paragraph('Three.')])
})

test('a part of unsaved work fits with or without the previous write', async () => {
  const { revision } = await put({ content: blocks })
  await put({ revision, content: [paragraph('One.'), paragraph('Between.'), paragraph('Three.')] })
  await patch({ revisions: [revision, revision + 1] })

  expect(await stored()).toEqual([paragraph('One.'), paragraph('2.'), paragraph('Three.')])
})

test.each([
  ['of another revision', { revisions: [4_711] }, 'CONFLICT'],
  ['with more blocks than there are', { head: 2, tail: 2 }, 'VALIDATION_FAILED'],
  ['that makes the whole too large', { insert: [paragraph('x'.repeat(1024 * 1024))] }, 'VALIDATION_FAILED'],
])('a part of unsaved work %s is refused', async (_what, changes, code) => {
  const { revision } = await put({ content: blocks })

  await expect(patch({ revisions: [revision], ...changes })).rejects.toMatchObject(refusal(code))
  expect(await stored()).toEqual(blocks)
})
