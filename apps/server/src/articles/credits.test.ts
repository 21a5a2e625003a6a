import type { CreditRole } from '@nightdesk/contracts'
import { findOrCreatePerson } from '@nightdesk/db'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { as, createArticle, createPublished, createUser, db, paragraph, untilWaiting } from '../testing.ts'

const owner = await createUser({ full_name: 'Imani Okoth' })
const { articles, versions, workingCopies, newArticles } = as(owner)
const content = [paragraph('The ferry leaves.')]

const person = (name: string) => db.transaction().execute((tx) => findOrCreatePerson(tx, name))
const [ada, grace, edith] = [await person('Ada'), await person('Grace'), await person('Edith')]
const credit = (person_id: number, role: CreditRole = 'author') => ({ person_id, role })
let id: number

beforeEach(async () => {
  id = (await createArticle(owner)).id
})

test('an article without a byline is by its owner, and has no rows', async () => {
  const article = await articles.update({ id, title: 'Other', credits: [credit(owner.id)] })

  expect(article).toMatchObject({
    author_id: owner.id,
    author_name: 'Imani Okoth',
    credits: [{ person_id: owner.id, name: 'Imani Okoth', role: 'author' }],
  })
  expect(await rowsOf(article.version_id)).toEqual([])
})

test.each([
  ['Ada', [credit(ada)]],
  ['Ada and Grace', [credit(ada), credit(grace)]],
  ['Grace, Ada, and Edith', [credit(grace), credit(ada), credit(edith)]],
  ['Grace', [credit(ada, 'translator'), credit(grace)]],
])('authors are joined to “%s”', async (author_name, credits) => {
  const article = await articles.update({ id, credits })

  expect(article).toMatchObject({ author_name, credits, author_id: owner.id })
})

test('a change of the byline alone is a version, which stays as it was', async () => {
  const first = await articles.get({ id })
  const second = await articles.update({ id, credits: [credit(ada)] })
  await articles.update({ id, credits: [credit(ada), credit(grace, 'translator')] })

  expect(second.version_number).toBe(2)
  const history = await versions.list({ id })
  expect(history.map(({ credits }) => credits.map(({ name }) => name))).toEqual([
    ['Ada', 'Grace'],
    ['Ada'],
    ['Imani Okoth'],
  ])
  expect(history[0]?.change_description).toBe('Edited byline')
  const reverted = await versions.revert({ id, version_id: first.version_id })
  expect(reverted).toMatchObject({ author_name: 'Imani Okoth', version_number: 4 })
})

test('the same byline again is no version, and publishing repeats it', async () => {
  await articles.update({ id, credits: [credit(ada)] })

  expect(await articles.update({ id, credits: [credit(ada)] })).toMatchObject({ version_number: 2 })
  expect(await articles.publish({ id })).toMatchObject({ version_number: 3, author_name: 'Ada' })
  expect((await as(null).published.get({ id })).credits).toMatchObject([{ name: 'Ada' }])
})

test('somebody else’s change of the byline meanwhile is a conflict', async () => {
  await articles.update({ id, credits: [credit(ada)] })

  const saving = articles.update({ id, title: 'Mine', base_version: 1 })

  await expect(saving).rejects.toMatchObject({ code: 'CONFLICT' })
})

test.each([
  ['without an author', [credit(ada, 'artist')]],
  ['with a role twice', [credit(ada), credit(ada)]],
  ['with a person who does not exist', [credit(9_999_999)]],
  ['of too many people', Array.from({ length: 21 }, (_, index) => credit(index + 1))],
])('a byline %s is refused', async (_what, credits) => {
  await expect(articles.update({ id, credits })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
})

describe('unsaved work', () => {
  const copied = { base_version: 1, title: 'A story', content }

  test('has a byline of its own, which another write without one leaves', async () => {
    await workingCopies.put({ id, ...copied, credits: [credit(ada)] })
    await workingCopies.put({ id, ...copied })

    expect(await workingCopies.get({ id })).toMatchObject({ credits: [{ name: 'Ada' }] })
    expect(await articles.get({ id })).toMatchObject({ author_name: 'Imani Okoth' })
    expect((await articles.list({})).find((row) => row.id === id)?.unsaved_at).not.toBeNull()
  })

  test('begins with the byline of the version', async () => {
    await articles.update({ id, content, credits: [credit(ada)] })
    const unchanged = await workingCopies.put({ id, ...copied, base_version: 2 })
    await workingCopies.put({ id, ...copied, base_version: 2, title: 'Another' })

    expect(unchanged.revision).toBe(0)
    expect(await workingCopies.get({ id })).toMatchObject({ credits: [{ name: 'Ada' }] })
  })

  test('on a new article is by its writer at first', async () => {
    const key = crypto.randomUUID()
    await newArticles.put({ key, title: 'New', content })
    const copy = await newArticles.get({ key })
    await newArticles.put({ key, title: 'New', content, credits: [credit(grace)] })
    const named = await newArticles.get({ key })
    const made = await articles.create({
      title: 'New',
      content,
      credits: [credit(grace)],
      working_copy_key: key,
    })

    expect(copy.credits).toMatchObject([{ name: 'Imani Okoth' }])
    expect(named.credits).toMatchObject([{ name: 'Grace' }])
    expect(made.author_name).toBe('Grace')
  })
})

test('a new name of an account is that of its person, unless that has another one', async () => {
  const user = await createUser({ full_name: 'Ada Byron' })
  const { id: story } = await createPublished(user)
  await as(user).profile.update({ full_name: 'Ada Lovelace' })
  expect((await as(null).published.get({ id: story })).author_name).toBe('Ada Lovelace')

  await db.updateTable('people').set({ name: 'A. A. L.' }).where('user_id', '=', user.id).execute()
  await as(user).profile.update({ full_name: 'Ada King' })
  expect((await as(null).published.get({ id: story })).author_name).toBe('A. A. L.')
})

test('people with and without accounts never share a number', async () => {
  const stranger = await person('Stranger')
  const { id: account } = await createUser()

  expect(account).toBeGreaterThan(stranger)
})

const rowsOf = (version_id: number) =>
  db.selectFrom('credits').where('version_id', '=', version_id).selectAll().execute()

// The first of these was a 500: a save copied the number of a person who was gone when it was stored.
test.each([
  ['that keeps its byline', () => ({ title: 'Other' })],
  ['that gives its byline', (from: number) => ({ title: 'Other', credits: [credit(from), credit(ada)] })],
])('a save %s, while somebody in it is merged with another person, names that one', async (_what, edit) => {
  const from = await person('G. Hopper')
  await articles.update({ id, credits: [credit(from), credit(ada)] })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (tx) => {
    await sql`lock table merged_people in exclusive mode`.execute(tx)
    hold()
    await held
  })
  await isHeld

  const merging = as(await createUser()).people.merge({ id: from, into: grace })
  await untilWaiting(1)
  const saving = articles.update({ id, ...edit(from) })
  await untilWaiting(2)
  release()
  await Promise.all([holding, merging])

  expect((await saving).credits.map(({ name }) => name)).toEqual(['Grace', 'Ada'])
})
