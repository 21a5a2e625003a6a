import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen, PAGE_CHANNEL, type PageTags, readInvalidation, type Tx } from '@nightdesk/db'
import { addUser, addVersion, createTestDb, NOON } from '@nightdesk/db/testing'
import { createImageProcessor } from '@nightdesk/images'
import { createDiskStore, newKey, openExportFiles, openImportFiles } from '@nightdesk/storage'
import { pino } from 'pino'
import { afterAll, onTestFinished } from 'vitest'
import { createLinkCheck } from './download/check-link.ts'
import { createDownload } from './download/download.ts'
import { readEnv } from './env.ts'
import type { JobContext } from './task.ts'

const connection = await createTestDb()
afterAll(() => connection.close())

export const { db, url, owner_url } = connection
export const log = pino({ level: 'silent' })
export const storageDirectory = await mkdtemp(join(tmpdir(), 'nightdesk-worker-'))
afterAll(() => rm(storageDirectory, { recursive: true, force: true }))

export const storage = await createDiskStore(storageDirectory)
const images = createImageProcessor()
afterAll(() => images.close())
/** A run without a competing one. */
const transaction = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work)

const settings = readEnv({
  DATABASE_URL: url,
  DATA_DIR: storageDirectory,
  SITE_TIMEZONE: NOON,
  AUDIT_RETENTION_MONTHS: '0',
})

export const ctx: JobContext = {
  db,
  storage,
  import_files: await openImportFiles(settings),
  export_files: await openExportFiles(settings),
  images,
  download: createDownload({ trusted_origins: [] }),
  checkLink: createLinkCheck({ trusted_origins: [], site_url: undefined }),
  cdn: null,
  database_url: url,
  settings,
  log,
  run_id: 0,
  isLastAttempt: false,
  transaction,
  finish: transaction,
  stopping: new AbortController().signal,
}

/** The instant so many seconds ago; negative for the future. */
export const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()

export const HOUR = 3_600
export const DAY = 24 * HOUR

export const createUser = () =>
  addUser(db, { username: `${randomUUID()}@example.org`, full_name: 'Ada', role: 'editor' })

/** A draft with one version. @returns its id */
export async function createArticle(title: string): Promise<number> {
  const author_id = await createUser()
  const { id } = await db
    .insertInto('articles')
    .values({ author_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const version = await addVersion(db, id, { version_number: 1, title, state: 'draft' })
  await db.updateTable('articles').set({ current_version_id: version.id }).where('id', '=', id).execute()
  return id
}

/** Listens like a server, until the test ends. @returns a list that gets the tags of every change */
export async function hearChanges(): Promise<PageTags[]> {
  const heard: PageTags[] = []
  const hearing = Promise.withResolvers<void>()
  const changes = listen(url, PAGE_CHANNEL, {
    onMessage: (payload) => heard.push(readInvalidation(payload).tags),
    onHearing: (isHearing) => isHearing && hearing.resolve(),
    onError: hearing.reject,
  })
  onTestFinished(changes.stop)
  await hearing.promise
  return heard
}

interface ImageValues {
  width?: number
  height?: number
  created_at?: string
  stored_at?: string
}

/** Adds an image, with a file if `bytes` are given. @returns its id */
export async function addImage(bytes: Buffer | null, values: ImageValues = {}): Promise<number> {
  const { width = 1, height = 1, created_at = ago(0), stored_at = created_at } = values
  const filename = newKey('png')
  if (bytes) await storage.put(filename, bytes)
  const size = bytes?.length ?? 1
  await db.insertInto('stored_objects').values({ key: filename, bytes: size, stored_at }).execute()
  const { id } = await db
    .insertInto('images')
    .values({
      filename,
      content_type: 'image/png',
      width,
      height,
      bytes: size,
      sha256: randomBytes(32),
      created_at,
      unused_since: created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
