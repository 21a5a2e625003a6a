import { storageProblem } from '@nightdesk/db'
import { createTestDb, type TestDb } from '@nightdesk/db/testing'
import { newKey, OWNER_KEY, type Store } from '@nightdesk/storage'
import { createS3Store } from '@nightdesk/storage/s3'
import { missingS3Server, type S3Server, startS3Server } from '@nightdesk/storage/testing-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ago, ctx, DAY } from '../testing.ts'
import { reconcileStorage } from './reconcile-storage.ts'

const missing = await missingS3Server()

describe.skipIf(missing)(missing ?? 'a bucket of a real server', () => {
  let server: S3Server
  beforeAll(async () => {
    server = await startS3Server()
  })
  afterAll(() => server?.[Symbol.asyncDispose]())

  test('that two sites share by mistake keeps the files of both', async () => {
    const storage = withOldFiles(createS3Store({ ...server.options, bucket: 'shared' }))
    await using production = await createTestDb()
    await using staging = await createTestDb()
    await upload(production, storage)
    await reconcile(production, storage)
    const files = await Promise.all([upload(production, storage), upload(staging, storage)])

    await reconcile(staging, storage)
    await reconcile(staging, storage)

    expect(await storageProblem(staging.db)).toMatch(/another installation/)
    expect(await storageProblem(production.db)).toBeNull()
    for (const key of files) await expect(storage.head(key)).resolves.toMatchObject({ key })
  })

  test('loses unknown files a week after their quarantine, and nothing else', async () => {
    const storage = withOldFiles(createS3Store({ ...server.options, bucket: 'own' }))
    await using site = await createTestDb()
    const [known, unknown] = [await upload(site, storage), newKey('png')]
    await storage.put(unknown, Buffer.from('an orphan'))
    await storage.put('letters.zip', Buffer.from('of somebody else'))

    await reconcile(site, storage)
    await expect(storage.head(unknown)).resolves.toMatchObject({ key: unknown })
    await site.db
      .updateTable('quarantined_objects')
      .set({ since: ago(8 * DAY) })
      .execute()
    await reconcile(site, storage)

    const keys: string[] = []
    for await (const { key } of storage.list()) keys.push(key)
    expect(keys.sort()).toEqual([known, 'letters.zip', OWNER_KEY].sort())
  })
})

/** The server sets the time of a stored file: here, it is moved two days back. */
const withOldFiles = (store: Store): Store => ({
  ...store,
  async *list() {
    for await (const object of store.list()) yield { ...object, stored_at: ago(2 * DAY) }
  },
})

async function upload({ db }: TestDb, storage: Store): Promise<string> {
  const key = newKey('png')
  await storage.put(key, Buffer.from('a picture'))
  await db.insertInto('stored_objects').values({ key, bytes: 9 }).execute()
  return key
}

const reconcile = ({ db }: TestDb, storage: Store) => reconcileStorage({ ...ctx, db, storage }, {})
