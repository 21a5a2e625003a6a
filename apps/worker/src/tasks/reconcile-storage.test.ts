import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { acceptUnknownFiles, storageProblem } from '@nightdesk/db'
import { claimStore, newKey, OWNER_KEY } from '@nightdesk/storage'
import { beforeEach, expect, test } from 'vitest'
import {
  addImage,
  ago,
  createArticle,
  createUser,
  ctx,
  DAY,
  db,
  storage,
  storageDirectory,
} from '../testing.ts'
import { reconcileStorage } from './reconcile-storage.ts'

const bytes = Buffer.from('a picture')
const MONTH = 31 * DAY

beforeEach(async () => {
  await db.deleteFrom('renditions').execute()
  await db.deleteFrom('articles').execute()
  await db.deleteFrom('image_variants').execute()
  await db.deleteFrom('images').execute()
  await db.deleteFrom('stored_objects').execute()
  await db.deleteFrom('quarantined_objects').execute()
  for await (const { key } of storage.list()) await storage.delete(key)
})

test('a file without a row is quarantined after a day, and deleted a week later', async () => {
  const recent = newKey('png')
  await storage.put(recent, bytes)
  const [old] = await addOrphans(1)

  await reconcileStorage(ctx, {})
  expect(await stored()).toEqual([recent, old].sort())

  await letWeekPass()
  await reconcileStorage(ctx, {})
  expect(await stored()).toEqual([recent])
})

test('a file in quarantine whose row is back is kept', async () => {
  const [key = ''] = await addOrphans(1)
  await reconcileStorage(ctx, {})
  await db.insertInto('stored_objects').values({ key, bytes: bytes.length }).execute()

  await letWeekPass()
  await reconcileStorage(ctx, {})

  expect(await stored()).toEqual([key])
})

test('files with names that are not ours are never touched', async () => {
  const names = ['backup.tar.gz', 'index.html', 'abcdefghijklmnopqrstuvwxyz', 'photo.png']
  for (const name of names) await writeFile(join(storageDirectory, name), 'x')
  await makeOld(names)

  await reconcileTwice()

  expect(await stored()).toEqual(names.sort())
})

test('the store of another installation is left as it is, and system status reports it', async () => {
  await claimStore(storage, 'nightdesk of somebody else')
  const orphans = await addOrphans(1)
  const id = await addImage(bytes, { created_at: ago(MONTH) })

  await reconcileTwice()

  expect(await stored()).toEqual([...orphans, await filenameOf(id)].sort())
  expect(await images()).toEqual([id])
  expect(await storageProblem(db)).toMatch(/another installation/)
})

test('a bucket of production under a new database loses nothing, and is not claimed', async () => {
  const orphans = await addOrphans(40)

  await reconcileTwice()

  expect(await stored()).toEqual(orphans)
  expect(await storageProblem(db)).toMatch(/^40 of 40 stored files are not known to the database/)
  await expect(storage.head(OWNER_KEY)).rejects.toThrow()
})

test('the pictures of an import that has not written their rows yet are no alarm, and nobody’s store is claimed by them', async () => {
  for (let count = 0; count < 5; count++) await storage.put(newKey('png'), bytes)

  await reconcileStorage(ctx, {})

  expect(await storageProblem(db)).toBeNull()
  await expect(storage.head(OWNER_KEY)).rejects.toThrow()
})

test('with more than a tenth of the files unknown nothing is deleted, not even quarantined files', async () => {
  for (let count = 0; count < 27; count++) await addImage(bytes)
  await addOrphans(3)
  await reconcileStorage(ctx, {})
  expect(await storageProblem(db)).toBeNull()
  await addOrphans(1)

  await reconcileTwice()

  expect(await stored()).toHaveLength(31)
  expect(await storageProblem(db)).toMatch(/^4 of 31 /)
})

test('files that the operator gave up are deleted, once', async () => {
  await addOrphans(20)
  await reconcileStorage(ctx, {})
  await acceptUnknownFiles(db)
  await reconcileStorage(ctx, {})
  expect(await storageProblem(db)).toBeNull()
  await letWeekPass()

  await reconcileStorage(ctx, {})
  expect(await stored()).toEqual([])

  const later = await addOrphans(20)
  await reconcileTwice()
  expect(await stored()).toEqual(later)
})

test('an image without references for a month is deleted, with its copies', async () => {
  const id = await addImage(bytes, { created_at: ago(MONTH) })
  const copy = newKey('webp')
  await storage.put(copy, bytes)
  await db.insertInto('stored_objects').values({ key: copy, bytes: bytes.length }).execute()
  await db
    .insertInto('image_variants')
    .values({ image_id: id, width: 1, height: 1, format: 'webp', filename: copy })
    .execute()
  const young = await addImage(bytes, { created_at: ago(MONTH - 2 * DAY) })

  await reconcileTwice()

  expect(await images()).toEqual([young])
  expect(await stored()).toEqual([await filenameOf(young)])
})

test('an image that was cut from unsaved work, or from a person, is kept for a month from then', async () => {
  const [inText, portrait] = [
    await addImage(bytes, { created_at: ago(MONTH) }),
    await addImage(bytes, { created_at: ago(MONTH) }),
  ]
  const content = JSON.stringify([{ type: 'image', filename: await filenameOf(inText), children: [] }])
  const copy = { article_id: await createArticle('Pictures'), user_id: await createUser(), revision: 1 }
  await db
    .insertInto('working_copies')
    .values({ ...copy, base_version: 1, title: '', excerpt: '', content })
    .execute()
  await db.insertInto('people').values({ name: 'Grace', picture_image_id: portrait }).execute()
  await db.updateTable('working_copies').set({ content: '[]' }).execute()
  await db.updateTable('people').set({ picture_image_id: null }).execute()

  await reconcileStorage(ctx, {})

  expect(await images()).toEqual([inText, portrait])
})

test('files rendered from an article are deleted when it is not public, or deleted', async () => {
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

  await reconcileTwice()

  expect(await stored()).toEqual(kept)
  expect(await db.selectFrom('stored_objects').select('key').execute()).toEqual([{ key: kept[0] }])
})

test('an image of any version is kept: as a poster, in a text, deep in a text, by its address', async () => {
  const [poster, inText, deep, byAddress] = [
    await addImage(bytes, { created_at: ago(MONTH) }),
    await addImage(bytes, { created_at: ago(MONTH) }),
    await addImage(bytes, { created_at: ago(MONTH) }),
    await addImage(bytes, { created_at: ago(MONTH) }),
  ]
  const image = async (id: number) => ({ type: 'image', filename: await filenameOf(id), children: [] })
  const url = `https://desk.example/api/uploads/${await filenameOf(byAddress)}`
  const content = [
    await image(inText),
    { type: 'block-quote', children: [await image(deep)] },
    { type: 'image', url, children: [] },
  ]
  const article = await createArticle('Pictures')
  await db
    .updateTable('article_versions')
    .set({ poster_image_id: poster, content: JSON.stringify(content) })
    .where('article_id', '=', article)
    .execute()

  await reconcileStorage(ctx, {})

  expect(await images()).toEqual([poster, inText, deep, byAddress])
})

test('a row without a file is recorded, kept, and cleared when the file is back', async () => {
  const id = await addImage(null, { stored_at: ago(DAY) })
  const key = await filenameOf(id)

  await reconcileStorage(ctx, {})
  expect(await missing()).toEqual([key])

  await storage.put(key, bytes)
  await reconcileStorage(ctx, {})
  expect(await missing()).toEqual([])
  expect(await images()).toEqual([id])
})

/** Files with names like ours, without a row, two days old. */
async function addOrphans(count: number) {
  const keys = Array.from({ length: count }, () => newKey('png')).sort()
  for (const key of keys) await storage.put(key, bytes)
  await makeOld(keys)
  return keys
}

async function makeOld(keys: readonly string[]) {
  const twoDaysAgo = new Date(ago(2 * DAY))
  for (const key of keys) await utimes(join(storageDirectory, key), twoDaysAgo, twoDaysAgo)
}

const letWeekPass = () =>
  db
    .updateTable('quarantined_objects')
    .set({ since: ago(8 * DAY) })
    .execute()

async function reconcileTwice() {
  await reconcileStorage(ctx, {})
  await letWeekPass()
  await reconcileStorage(ctx, {})
}

async function stored() {
  const keys: string[] = []
  for await (const { key } of storage.list()) if (key !== OWNER_KEY) keys.push(key)
  return keys.sort()
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
