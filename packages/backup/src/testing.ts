import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { addImage, type Db } from '@nightdesk/db'
import { addUser, createDatabase, createTestDb, publishArticle, recordViews } from '@nightdesk/db/testing'
import { versionHash } from '@nightdesk/editor/version-hash'
import { noise } from '@nightdesk/images/testing'
import { createDiskStore, newKey, type Store } from '@nightdesk/storage'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { onTestFinished } from 'vitest'
import type { BackupSource } from './write-backup.ts'

/** A site with an account, a published article, a picture and a few views, on a database of its own. */
export async function createSite() {
  const database = await createTestDb()
  onTestFinished(database.close)
  const storage = await createDiskStore(join(await temporaryDirectory(), 'uploads'))
  await fill(database.db, storage)
  const settings = { DATA_DIR: '', JWT_SECRET: randomBytes(48).toString('base64') }
  const source: BackupSource = { url: database.url, storage, settings }
  return { ...database, storage, source }
}

/** A database without tables, and a data directory without files. */
export async function createEmptyTarget() {
  const database = await createDatabase()
  onTestFinished(() => database.drop())
  return { data_dir: await temporaryDirectory(), database, bucket: null }
}

async function fill(db: Db, storage: Store): Promise<void> {
  const author_id = await addUser(db, {
    username: 'ada@example.org',
    full_name: 'Ada\tLovelace\n\\N',
    role: 'admin',
  })
  const bytes = await noise(60, 40).png().toBuffer()
  const picture = { filename: newKey('png'), bytes, uploaded_by: author_id }
  await storage.put(picture.filename, picture.bytes)
  const { id: article_id } = await db.transaction().execute(async (tx) => {
    const poster_image_id = await addImage(tx, {
      ...picture,
      content_type: 'image/png',
      width: 60,
      height: 40,
    })
    const content = [{ type: 'paragraph', children: [{ text: 'It was on.' }] }]
    const text = { title: 'Light — 灯台', excerpt: '', poster_image_id, poster_alt: null, content }
    return publishArticle(tx, author_id, {
      ...text,
      content: JSON.stringify(content),
      content_hash: versionHash(text),
    })
  })
  await recordViews(
    db,
    Array.from({ length: 50 }, (_, index) => ({ article_id, visitor: index % 7 })),
  )
}
