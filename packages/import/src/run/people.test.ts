import { expect, test } from 'vitest'
import type { ImportedPerson } from '../model.ts'
import { PNG } from '../testing.ts'
import { everything, importAll, openTestSite, picture, testItem, testSource } from './testing.ts'
import { undoImport } from './undo-import.ts'

const site = await openTestSite()
const { db, ctx, admin } = site

const person = (key: string, fields: Partial<ImportedPerson>): ImportedPerson => ({
  key,
  name: 'Mira Sol',
  sort_name: null,
  bio: '',
  links: [],
  picture: null,
  ...fields,
})

const people = [
  person('1', { bio: 'Sails.', links: ['https://mira.example/', 'javascript:0'], sort_name: 'Sol, M.' }),
  // A mark of direction shows another name.
  person('2', { name: 'Mira \u202ESol', picture: picture('mira.png', 'people/mira.png') }),
]

const source = testSource({
  items: [testItem('a', { authors: [{ name: 'Mira Sol', key: '2', role: 'author' }] })],
  pictures: { 'people/mira.png': PNG },
  people,
  identity: 'people',
})

const described = () =>
  db
    .selectFrom('people')
    .where('name', '=', 'Mira Sol')
    .select(['id', 'sort_name', 'bio', 'links', 'picture_image_id'])
    .orderBy('id')
    .execute()

test('people come with what is known of them, two of one name stay two, and undo removes them', async () => {
  const before = await everything(site)

  const id = await importAll(site, source)

  const [first, second] = await described()
  expect(first).toMatchObject({ bio: 'Sails.', links: ['https://mira.example/'], sort_name: 'Sol, M.' })
  expect(second).toMatchObject({ bio: '', links: [], picture_image_id: expect.any(Number) })
  const credits = await db.selectFrom('credits').select('person_id').distinct().execute()
  expect(credits).toEqual([{ person_id: second?.id }])
  await undoImport(ctx, id, admin)
  expect(await everything(site)).toEqual(before)
})

test('nothing replaces what the site says about a person, and undo leaves that', async () => {
  const { id: known } = await db
    .insertInto('people')
    .values({ name: 'Mira Sol', bio: 'Rows.' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const id = await importAll(site, source)
  const [first] = await described()
  expect(first).toMatchObject({ id: known, bio: 'Rows.', sort_name: 'Sol, M.' })
  await db.updateTable('people').set({ sort_name: 'Mira' }).where('id', '=', known).execute()

  const again = await importAll(site, source)
  await undoImport(ctx, again, admin)
  await undoImport(ctx, id, admin)

  expect(await described()).toMatchObject([{ id: known, bio: 'Rows.', sort_name: 'Mira', links: [] }])
})
