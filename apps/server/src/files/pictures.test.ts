import { type Block, imagePath } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import { asOwner } from '@nightdesk/db/testing'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  as,
  createArticle,
  createImage,
  createUser,
  db,
  owner_url,
  paragraph,
  untilWaiting,
} from '../testing.ts'

const editor = await createUser({ role: 'editor', full_name: 'Njeri' })
const { articles, pictures, workingCopies } = as(editor)

beforeEach(async () => {
  await asOwner(owner_url, sql`truncate articles, working_copies, image_uses, image_variants cascade`)
  // People refer to pictures, so truncating would delete the people of accounts too.
  await db.updateTable('people').set({ picture_image_id: null }).execute()
  await asOwner(owner_url, sql`delete from images`)
})

/** A picture whose upload is two days ago. */
async function createPicture() {
  const image = await createImage(editor.id)
  await db
    .updateTable('images')
    .set({ created_at: sql`now() - interval '2 days'` })
    .where('id', '=', image.id)
    .execute()
  return image
}

const showing = ({ filename }: { filename: string }, alt = ''): Block => ({
  type: 'image',
  filename,
  url: imagePath(filename),
  alt,
  children: [{ text: '' }],
})

const useOf = async (id: number) => (await pictures.list({})).pictures.find((one) => one.id === id)?.use

describe('the list', () => {
  test('says how each picture is used, and counts them', async () => {
    const [now, before, never] = [await createPicture(), await createPicture(), await createPicture()]
    const portrait = await createPicture()
    await db
      .updateTable('people')
      .set({ picture_image_id: portrait.id })
      .where('user_id', '=', editor.id)
      .execute()
    const { id } = await createArticle(editor, [showing(now, 'A lamp'), showing(before)])
    await articles.update({ id, content: [showing(now, 'A lamp')] })

    const { pictures: listed, counts } = await pictures.list({})

    expect(listed.map(({ id }) => id)).toEqual([portrait.id, never.id, before.id, now.id])
    expect(listed).toMatchObject([
      { use: 'current', can_remove: false, story_count: 0, shown_by: 'person' },
      { use: 'none', can_remove: true, story_count: 0, uploaded_by_name: 'Njeri' },
      { use: 'old', can_remove: false, story_count: 0 },
      { use: 'current', can_remove: false, story_count: 1, shown_by: null, alt: 'A lamp' },
    ])
    expect(counts).toEqual({ current: 2, old: 1, none: 1 })
  })

  test('is filtered by use and searched by description and file name, in pages', async () => {
    const [lamp, other] = [await createPicture(), await createPicture()]
    await createArticle(editor, [showing(lamp, 'The lamp, 100 % lit')])

    const idsOf = async (input: Parameters<typeof pictures.list>[0]) =>
      (await pictures.list(input)).pictures.map(({ id }) => id)

    expect(await idsOf({ use: 'none' })).toEqual([other.id])
    expect(await idsOf({ q: '100 %' })).toEqual([lamp.id])
    expect(await idsOf({ q: other.filename.slice(3, 12).toUpperCase() })).toEqual([other.id])
    expect(await idsOf({ limit: 1, page: 2 })).toEqual([lamp.id])
  })

  test.each<[string, (image: { id: number; filename: string }) => Promise<unknown>]>([
    ['a poster', ({ id }) => articles.create({ title: 'A', content: [], poster_image_id: id })],
    [
      'its address',
      ({ filename }) =>
        createArticle(editor, [
          { type: 'image', url: `https://old.example${imagePath(filename)}`, children: [{ text: '' }] },
        ]),
    ],
    [
      'unsaved work',
      async (image) => {
        const { id } = await createArticle(editor)
        await workingCopies.put({
          id,
          base_version: 1,
          title: 'A',
          excerpt: '',
          poster_image_id: null,
          content: [showing(image)],
          tags: [],
        })
      },
    ],
    [
      'the version that readers see',
      async (image) => {
        const { id } = await createArticle(editor, [showing(image)])
        await articles.publish({ id })
      },
    ],
  ])('counts %s as a use', async (_what, write) => {
    const image = await createPicture()
    await write(image)

    expect(await useOf(image.id)).toBe('current')
  })

  test('is for editors', async () => {
    await expect(as(await createUser({ role: 'author' })).pictures.list({})).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })
})

test('the uses of a picture name stories, old versions, posters and unsaved work', async () => {
  const image = await createPicture()
  const first = await createArticle(editor, [showing(image)])
  await articles.update({ id: first.id, content: [], title: 'Without it' })
  await articles.create({ title: 'With a poster', content: [showing(image)], poster_image_id: image.id })
  const { id } = await createArticle(editor)
  await workingCopies.put({
    id,
    base_version: 1,
    title: 'Unsaved',
    excerpt: '',
    poster_image_id: null,
    content: [showing(image)],
    tags: [],
  })

  const uses = await pictures.uses({ id: image.id })

  expect(uses).toMatchObject([
    { title: 'A story', in_current: false, unsaved_by: ['Njeri'], old_versions: 0 },
    { title: 'With a poster', in_current: true, is_poster: true, unsaved_by: [], old_versions: 0 },
    { title: 'Without it', in_current: false, is_poster: false, old_versions: 1 },
  ])
})

describe('removal', () => {
  const remove = async (id: number) => (await pictures.remove({ ids: [id] }))[0]

  test('takes a picture out of the list, and Undo brings it back', async () => {
    const { id } = await createPicture()

    expect(await remove(id)).toEqual({ id, outcome: 'removed', message: null })
    expect(await useOf(id)).toBeUndefined()
    expect(await remove(id)).toMatchObject({ outcome: 'unchanged' })
    expect(await pictures.restore({ ids: [id] })).toEqual([id])
    expect(await useOf(id)).toBe('none')
  })

  test('is refused for a picture that readers see, though a newer text is without it, as for one in use', async () => {
    const image = await createPicture()
    const { id } = await createArticle(editor, [showing(image)])
    await articles.update({ id, content: [] })
    await articles.publish({ id, version_number: 1 })

    expect(await remove(image.id)).toMatchObject({ message: '“A story” uses this picture.' })
  })

  test('is refused by name for a picture that is used, and for a young one', async () => {
    const [now, before, young] = [await createPicture(), await createPicture(), await createImage()]
    const { id } = await createArticle(editor, [showing(now), showing(before)])
    await articles.update({ id, content: [showing(now)] })

    const results = await pictures.remove({ ids: [now.id, before.id, young.id, 999_999] })

    expect(results.map(({ message }) => message)).toEqual([
      '“A story” uses this picture.',
      'An old version of “A story” uses this picture.',
      'This picture was uploaded in the last 24 hours. A text that is not saved yet may use it.',
      'This picture does not exist any more.',
    ])
  })

  test('is refused when a text was stored between the listing and the removal, before its transaction ended', async () => {
    const image = await createPicture()
    const stored = Promise.withResolvers<void>()
    const saving = db.transaction().execute(async (tx) => {
      await tx.insertInto('working_copies').values(unsaved(image)).execute()
      stored.resolve()
      await untilWaiting(1)
    })
    await stored.promise

    const removing = remove(image.id)
    await saving

    expect(await removing).toMatchObject({ outcome: 'refused', message: '“Unsaved” uses this picture.' })
  })

  test('is undone by a text that was stored while it ran', async () => {
    const image = await createPicture()
    let storing: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('images').where('id', '=', image.id).select('id').forUpdate().execute()
      storing = db.insertInto('working_copies').values(unsaved(image)).execute()
      await untilWaiting(1)
      await tx.updateTable('images').set({ removed_at: sql`now()` }).where('id', '=', image.id).execute()
    })
    await storing

    expect(await useOf(image.id)).toBe('current')
  })

  test('does not stop a story that brings the picture back', async () => {
    const image = await createPicture()
    await remove(image.id)

    await createArticle(editor, [paragraph('Again.'), showing(image)])

    expect(await useOf(image.id)).toBe('current')
  })

  test('never waits for a text that waits for it, whatever the order in which the text is checked', async () => {
    const [first, second] = [await createPicture(), await createPicture()]
    // Written again, the first one is the last that a scan of the table finds.
    await db
      .updateTable('images')
      .set({ created_at: sql`now() - interval '3 days'` })
      .where('id', '=', first.id)
      .execute()
    const lock = (tx: Tx, { id }: { id: number }) =>
      tx.selectFrom('images').where('id', '=', id).select('id').forUpdate().noWait().execute()
    let storing: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (tx) => {
      await lock(tx, first)
      storing = createArticle(editor, [showing(second), showing(first)])
      await untilWaiting(1)
      await lock(tx, second)
    })

    expect(await storing).toMatchObject({ state: 'draft' })
  })

  const unsaved = (image: { filename: string }) => ({
    key: crypto.randomUUID(),
    user_id: editor.id,
    revision: 1,
    base_version: 0,
    title: 'Unsaved',
    excerpt: '',
    content: JSON.stringify([showing(image)]),
  })
})
