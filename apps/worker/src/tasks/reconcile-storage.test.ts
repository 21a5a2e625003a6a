import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { newKey } from '@nightdesk/storage'
import { beforeEach, expect, test } from 'vitest'
import { addImage, ago, createArticle, ctx, DAY, db, storage, storageDirectory } from '../testing.ts'
import { reconcileStorage } from './reconcile-storage.ts'

const bytes = Buffer.from('a picture')
const MONTH = 31 * DAY

beforeEach(async () => {
  await db.deleteFrom('renditions').execute()
  await db.deleteFrom('articles').execute()
  await db.deleteFrom('image_variants').execute()
  await db.deleteFrom('images').execute()
  await db.deleteFrom('stored_objects').execute()
  for await (const { key } of storage.list()) await storage.delete(key)
})

test('a file without a row goes after a day, not before: its upload may still be going on', async () => {
  const [old, recent] = [newKey('png'), newKey('png')]
  for (const key of [old, recent]) await storage.put(key, bytes)
  const twoDaysAgo = new Date(ago(2 * DAY))
  await utimes(join(storageDirectory, old), twoDaysAgo, twoDaysAgo)

  await reconcileStorage(ctx, {})

  expect(await stored()).toEqual([recent])
})

test('a picture that nothing has named for a month goes, with its copies', async () => {
  const id = await addImage(bytes, { created_at: ago(MONTH) })
  const copy = newKey('webp')
  await storage.put(copy, bytes)
  await db.insertInto('stored_objects').values({ key: copy, bytes: bytes.length }).execute()
  await db
    .insertInto('image_variants')
    .values({ image_id: id, width: 1, height: 1, format: 'webp', filename: copy })
    .execute()
  const young = await addImage(bytes, { created_at: ago(MONTH - 2 * DAY) })

  await reconcileStorage(ctx, {})

  expect(await images()).toEqual([young])
  expect(await stored()).toEqual([await filenameOf(young)])
})

test('files made of an article go when nobody may read it, or it is gone', async () => {
  const kept: string[] = []
  for (const state of ['published', 'draft', 'purged'] as const) {
    const article_id = await createArticle(state)
    const filename = newKey('epub')
    await storage.put(filename, bytes)
    await db.insertInto('stored_objects').values({ key: filename, bytes: bytes.length }).execute()
    const row = { filename, article_id, kind: 'ebook', fingerprint: 'x' } as const
    await db.insertInto('renditions').values(row).execute()
    if (state === 'purged') await db.deleteFrom('articles').where('id', '=', article_id).execute()
    if (state !== 'published') continue
    await publish(article_id)
    kept.push(filename)
  }

  await reconcileStorage(ctx, {})

  expect(await stored()).toEqual(kept)
  expect(await db.selectFrom('stored_objects').select('key').execute()).toEqual([{ key: kept[0] }])
})

test('what any version names is kept: as a poster, in a text, deep in a text', async () => {
  const [poster, inText, deep] = [
    await addImage(bytes, { created_at: ago(MONTH) }),
    await addImage(bytes, { created_at: ago(MONTH) }),
    await addImage(bytes, { created_at: ago(MONTH) }),
  ]
  const image = async (id: number) => ({ type: 'image', filename: await filenameOf(id), children: [] })
  const content = [await image(inText), { type: 'block-quote', children: [await image(deep)] }]
  const article = await createArticle('Pictures')
  await db
    .updateTable('article_versions')
    .set({ poster_image_id: poster, content: JSON.stringify(content) })
    .where('article_id', '=', article)
    .execute()

  await reconcileStorage(ctx, {})

  expect(await images()).toEqual([poster, inText, deep])
})

test('a row without a file is noted, kept, and cleared when the file is back', async () => {
  const id = await addImage(null, { stored_at: ago(DAY) })
  const key = await filenameOf(id)

  await reconcileStorage(ctx, {})
  expect(await missing()).toEqual([key])

  await storage.put(key, bytes)
  await reconcileStorage(ctx, {})
  expect(await missing()).toEqual([])
  expect(await images()).toEqual([id])
})

async function stored() {
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys
}

async function images() {
  const rows = await db.selectFrom('images').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

async function filenameOf(id: number) {
  const { filename } = await db
    .selectFrom('images')
    .where('id', '=', id)
    .select('filename')
    .executeTakeFirstOrThrow()
  return filename
}

async function missing() {
  const rows = await db
    .selectFrom('stored_objects')
    .where('missing_since', 'is not', null)
    .select('key')
    .execute()
  return rows.map(({ key }) => key)
}

const publish = (id: number) =>
  db
    .updateTable('articles')
    .set(({ ref }) => ({
      state: 'published',
      published_version_id: ref('current_version_id'),
      date_published: ago(0),
    }))
    .where('id', '=', id)
    .execute()
