import { randomBytes, randomInt } from 'node:crypto'
import { copyFile, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, type Db, dropViewMonth, listen, lockDeletion, recordSigningKey } from '@nightdesk/db'
import { createDiskStore, newKey, type Store } from '@nightdesk/storage'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openArchive } from './archive.ts'
import { type Manifest, objectKeys } from './manifest.ts'
import { restoreBackup } from './restore/restore-backup.ts'
import { createEmptyTarget, createSite } from './testing.ts'
import { type BackupSource, writeBackup } from './write-backup.ts'

const PASSPHRASE = { passphrase: 'correct horse battery staple' }
const restoring = { key: PASSPHRASE, replace: false }
const unsealed = { key: null, replace: false }

const withPassphrase = (source: BackupSource) => ({
  ...source,
  settings: { ...source.settings, BACKUP_PASSPHRASE: PASSPHRASE.passphrase },
})

/** A backup with secrets, which take most of its time, only if they are to be sealed. */
async function backUp({ isSealed = false } = {}) {
  const site = await createSite()
  const directory = await temporaryDirectory()
  const source = isSealed ? withPassphrase(site.source) : site.source
  const { path, manifest } = await writeBackup(source, directory)
  return { site, directory, path, manifest }
}

test('a recipient with a typing error is refused before a table is read', async () => {
  const { source } = await createSite()
  const BACKUP_RECIPIENT = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8q' // its last letter is wrong
  const read: unknown[] = []

  const writing = writeBackup(
    { ...source, settings: { ...source.settings, BACKUP_RECIPIENT } },
    await temporaryDirectory(),
    (progress) => read.push(progress),
  )

  await expect(writing).rejects.toThrow(/checksum/)
  expect(read).toEqual([])
})

test('a backup restored elsewhere has the same rows, files and secrets: its own backup has the same hashes, and a wrong passphrase is refused before anything is restored', async () => {
  const site = await createSite()
  // The first start of a server would make it.
  const limits = { name: 'limits', value: randomBytes(32) }
  await site.db.insertInto('secrets').values(limits).execute()
  const directory = await temporaryDirectory()
  const { path, manifest } = await writeBackup(withPassphrase(site.source), directory)
  const target = await createEmptyTarget()
  const { db, close } = connect(target.database.url)
  onTestFinished(close)

  const wrong = { key: { passphrase: 'a wrong passphrase' }, replace: false }
  await expect(restoreBackup(path, target, wrong)).rejects.toThrow('the passphrase is not the right one')
  expect(await readdir(target.data_dir)).toEqual([])
  const { rows } = await sql`select from pg_class where relnamespace = 'public'::regnamespace`.execute(db)
  expect(rows).toEqual([])

  expect(await restoreBackup(path, target, restoring)).toMatchObject({
    objects: 1,
    before: null,
    secrets: ['jwt', 'visitor-hash', 'tried-account', 'limits'],
  })
  expect(await readFile(join(target.data_dir, 'jwt.key'), 'utf8')).toBe(
    Buffer.from(site.source.settings.JWT_SECRET ?? '').toString('base64'),
  )
  expect(await db.selectFrom('secrets').selectAll().where('name', 'in', ['limits', 'jwt']).execute()).toEqual(
    [limits],
  )
  const storage = await createDiskStore(join(target.data_dir, 'uploads'))
  const restored = { ...site.source, url: target.database.url, storage }
  const again = await writeBackup(restored, directory)
  expect(again.manifest.tables).toEqual(manifest.tables)
  expect(again.manifest.secrets).toEqual(manifest.secrets)
  expect(hashesOf(again.manifest)).toEqual(hashesOf(manifest))
})

test('a restored site gives out no number a second time, and its uploaded imports that were under way have ended, as their jobs and files are in no backup', async () => {
  const site = await createSite()
  const id = await addUser(site.db, 'gone@example.org')
  await site.db.deleteFrom('users').where('id', '=', id).execute()
  for (const state of ['reading', 'ready', 'running', 'undoing'] as const)
    await site.db
      .insertInto('imports')
      .values({ file: state, upload: `${state}.import`, state })
      .execute()
  await site.db.insertInto('imports').values({ file: 'of a command', state: 'running' }).execute()
  const { path } = await writeBackup(site.source, await temporaryDirectory())
  const target = await createEmptyTarget()
  await restoreBackup(path, target, unsealed)
  const { db, close } = connect(target.database.url)
  onTestFinished(close)

  expect(await addUser(db, 'next@example.org')).toBe(id + 1)
  const found = await db.selectFrom('imports').select(['file', 'state']).orderBy('id').execute()
  expect(found.map(({ file, state }) => `${file}: ${state}`)).toEqual([
    'reading: failed',
    'ready: ready',
    'running: done',
    'undoing: done',
    'of a command: running',
  ])
})

test('a restore that stops once its rows are there has ended the imports', async () => {
  const site = await createSite()
  const running = { file: 'a.xml', upload: 'a.import', state: 'running' as const }
  await site.db.insertInto('imports').values(running).execute()
  const { path } = await writeBackup(site.source, await temporaryDirectory())
  const target = await createEmptyTarget()
  const unreachable = { ...target.database, url: 'postgresql://nobody@127.0.0.1:1/nothing' }

  await expect(restoreBackup(path, { ...target, database: unreachable }, unsealed)).rejects.toThrow()

  const { db, close } = connect(target.database.owner_url)
  onTestFinished(close)
  expect(await db.selectFrom('imports').select(['upload', 'state']).execute()).toEqual([
    { upload: null, state: 'done' },
  ])
})

test('a site that is written to meanwhile is backed up as it was at one moment', async () => {
  const site = await createSite()
  const before = await countUsers(site.db)

  const added: Promise<number>[] = []
  const addSomebody = () => void added.push(addUser(site.db, `${newKey('x')}@example.org`))
  const { manifest } = await writeBackup(site.source, await temporaryDirectory(), addSomebody)

  await Promise.all(added)
  expect(manifest.tables.find(({ name }) => name === 'users')?.rows).toBe(before)
})

test('a month of views that is dropped meanwhile is in the backup', async () => {
  const site = await createSite()
  const { rows: days } = await sql<{ month: string }>`
    select date_trunc('month', min(day))::date as month from views`.execute(site.db)
  const drops: Promise<unknown>[] = []
  const { db, close } = connect(site.url, { statementTimeout: 0 })
  onTestFinished(close)

  const { manifest } = await writeBackup(site.source, await temporaryDirectory(), ({ done }) => {
    if (done === 1) drops.push(dropViewMonth(db, days[0]?.month ?? ''))
  })

  await Promise.allSettled(drops)
  expect(manifest.tables.find(({ name }) => name === 'views')?.rows).toBeGreaterThan(0)
})

test('no file is deleted while a backup is made, and no second backup begins', async () => {
  const site = await createSite()
  const directory = await temporaryDirectory()
  const attempts: Promise<unknown>[] = []
  const storage: Store = {
    ...site.storage,
    async get(key) {
      await Promise.all(attempts)
      return site.storage.get(key)
    },
  }

  await writeBackup({ ...site.source, storage }, directory, ({ done }) => {
    if (done === 1)
      attempts.push(
        site.db.transaction().execute(lockDeletion),
        writeBackup(site.source, directory).catch((error: Error) => error.message),
      )
  })

  expect(await Promise.all(attempts)).toEqual([false, 'Another backup of this site is being made'])
  expect(await site.db.transaction().execute(lockDeletion)).toBe(true)
  expect(await readdir(directory)).toHaveLength(1)
})

test('a file that the storage lost is named, and the rest is backed up', async () => {
  const site = await createSite()
  const key = newKey('png')
  await site.db.insertInto('stored_objects').values({ key, bytes: 3 }).execute()

  const { manifest } = await writeBackup(site.source, await temporaryDirectory())

  expect(manifest.broken_objects).toEqual([key])
  expect(objectKeys(manifest)).toHaveLength(1)
})

test('objects of a bucket that an earlier backup has are not downloaded again', async () => {
  const site = await createSite()
  const downloaded: string[] = []
  const storage: Store = {
    ...site.storage,
    description: { kind: 's3', bucket: 'pictures' },
    get(key) {
      downloaded.push(key)
      return site.storage.get(key)
    },
  }
  const source = { ...site.source, storage }
  const directory = await temporaryDirectory()
  const first = await writeBackup(source, directory)

  const second = await writeBackup(source, directory)

  expect(downloaded).toHaveLength(1)
  expect(hashesOf(second.manifest)).toEqual(hashesOf(first.manifest))
})

test('an earlier backup that is deleted meanwhile, as by the worker, does not fail one that would have copied from it', async () => {
  const site = await createSite()
  const storage: Store = { ...site.storage, description: { kind: 's3', bucket: 'pictures' } }
  const source = { ...site.source, storage }
  const directory = await temporaryDirectory()
  const earlier = await writeBackup(source, directory)
  let deleted: Promise<void> | undefined

  const { manifest } = await writeBackup(source, directory, () => {
    deleted ??= rm(earlier.path)
  })

  await deleted
  expect(hashesOf(manifest)).toEqual(hashesOf(earlier.manifest))
})

test('a file of a bucket that was broken is downloaded again, as it may have been mended', async () => {
  const site = await createSite()
  const key = newKey('png')
  await site.db.insertInto('stored_objects').values({ key, bytes: 5 }).execute()
  await site.storage.put(key, Buffer.from('whol'))
  const storage: Store = { ...site.storage, description: { kind: 's3', bucket: 'pictures' } }
  const directory = await temporaryDirectory()
  const broken = await writeBackup({ ...site.source, storage }, directory)
  await site.storage.delete(key)
  await site.storage.put(key, Buffer.from('whole'))

  const mended = await writeBackup({ ...site.source, storage }, directory)

  expect([broken, mended].map(({ manifest }) => manifest.broken_objects)).toEqual([[key], []])
})

test('a key that an operator made, with a line feed at its end, is in the backup', async () => {
  const site = await createSite()
  const key = randomBytes(48)
  const DATA_DIR = await temporaryDirectory()
  await writeFile(join(DATA_DIR, 'jwt.key'), `${key.toString('base64')}\n`)
  await recordSigningKey(site.db, key)

  const { manifest } = await writeBackup(
    withPassphrase({ ...site.source, settings: { DATA_DIR } }),
    await temporaryDirectory(),
  )

  expect(manifest.lacks_signing_key).toBe(false)
})

test('every flipped byte is found, and the sentence names the damaged file', async () => {
  const { path } = await backUp()
  const { size } = await stat(path)
  const sentences: string[] = []

  for (let round = 0; round < 60; round++) {
    const position = randomInt(size)
    const copy = `${path}.${round}`
    await copyFile(path, copy)
    await flip(copy, position)
    sentences.push(await problemOf(copy, position))
  }

  expect(sentences).toHaveLength(60)
  for (const sentence of sentences) expect(sentence).toMatch(/^The backup is |is not a backup of Nightdesk$/)
})

test('an archive that is cut anywhere is refused', async () => {
  const { path } = await backUp()
  const { size } = await stat(path)
  const cuts = [0, 1, 511, 1024, size - 2000, size - 1024, size - 1]

  for (const length of cuts) {
    const copy = `${path}.${length}`
    await copyFile(path, copy)
    await truncate(copy, length)
    expect(await problemOf(copy), `${length} bytes`).toMatch(
      /The backup is not whole|is not a backup of Nightdesk/,
    )
  }
})

test('a backup is restored neither over another site, nor into one that runs', async () => {
  const { path, site } = await backUp()
  const occupied = { ...(await createEmptyTarget()), database: site }

  await expect(restoreBackup(path, occupied, restoring)).rejects.toThrow('has a site already')

  const hearing = Promise.withResolvers<void>()
  const server = listen(site.url, 'pages', {
    onMessage: () => {},
    onHearing: (isHearing) => isHearing && hearing.resolve(),
    onError: hearing.reject,
  })
  onTestFinished(server.stop)
  await hearing.promise
  await expect(restoreBackup(path, occupied, restoring)).rejects.toThrow('A site runs on this database')
})

async function problemOf(path: string, position?: number): Promise<string> {
  try {
    await using archive = await openArchive(path)
    await archive.check()
  } catch (error) {
    return (error as Error).message // openArchive throws only errors
  }
  return `Nothing was found at ${position}`
}

async function flip(path: string, position: number): Promise<void> {
  await using file = await open(path, 'r+')
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, position)
  await file.write(Buffer.from([buffer[0]! ^ (1 << randomInt(8))]), 0, 1, position)
}

const hashesOf = (manifest: Manifest) =>
  manifest.files.filter(({ name }) => name.startsWith('objects/')).map(({ name, sha256 }) => [name, sha256])

async function addUser(db: Db, username: string): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({ username, full_name: 'Grace', role: 'author' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
