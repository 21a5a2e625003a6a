import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createDiskStore, createLargeFilesOnDisk } from './disk.ts'
import { diskSpace } from './disk-space.ts'
import { checkStore, StorageUnavailable } from './store.ts'
import { countObjects, describeStore, tryLargeFiles } from './testing.ts'

async function temporaryDirectory() {
  const directory = await mkdtemp(join(tmpdir(), 'nightdesk-storage-'))
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}

/** A directory that is deleted after the test. */
async function testDirectory() {
  const { directory, remove } = await temporaryDirectory()
  onTestFinished(remove)
  return directory
}

const shared = await temporaryDirectory()
afterAll(shared.remove)
describeStore('the disk store', () => createDiskStore(join(shared.directory, 'not', 'yet', 'there')))

test('describes itself as local', async () => {
  const store = await createDiskStore(await testDirectory())

  expect(store.description).toEqual({ kind: 'disk', bucket: 'local' })
})

test('leaves no temporary file, whether a write succeeds or not', async () => {
  const directory = await testDirectory()
  const store = await createDiskStore(directory)

  await store.put('object', Buffer.from('first'))
  await store.put('object', Buffer.from('other')).catch(() => {})

  expect(await readdir(directory)).toEqual(['object'])
})

test('removes the temporary file of a write that crashed an hour ago, and nothing newer', async () => {
  const directory = await testDirectory()
  const hoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
  const [old, recent] = ['.00000000-0000-4000-8000-000000000001', '.00000000-0000-4000-8000-000000000002']
  for (const name of [old, recent, 'object']) await writeFile(join(directory, name), 'x')
  for (const name of [old, 'object']) await utimes(join(directory, name), hoursAgo, hoursAgo)

  await createDiskStore(directory)

  expect((await readdir(directory)).sort()).toEqual([recent, 'object'])
})

test('can be opened at any time while another process writes', async () => {
  const directory = await testDirectory()
  const store = await createDiskStore(directory)
  const keys = Array.from({ length: 100 }, (_, number) => `object-${number}`)
  const writing = Promise.all(keys.map((key) => store.put(key, Buffer.from(key))))

  const opened = await Promise.allSettled(keys.map(() => createDiskStore(directory)))

  await writing
  expect(opened.filter(({ status }) => status === 'rejected')).toEqual([])
})

test('does not count files that are not objects', async () => {
  const directory = await testDirectory()
  const store = await createDiskStore(directory)
  await writeFile(join(directory, '.DS_Store'), 'x')
  await mkdir(join(directory, 'folder'))

  expect(await countObjects(store)).toEqual({ objects: 0, bytes: 0 })
})

test('is unavailable when its directory is missing', async () => {
  const directory = await testDirectory()
  const store = await createDiskStore(directory)
  await rm(directory, { recursive: true })

  await expect(store.put('object', Buffer.from('x'))).rejects.toThrow(StorageUnavailable)
  await expect(checkStore(store)).rejects.toThrow(StorageUnavailable)
  await expect(countObjects(store)).rejects.toThrow(StorageUnavailable)
})

test('cannot be created where a file is', async () => {
  const directory = await testDirectory()
  await writeFile(join(directory, 'file'), 'x')

  await expect(createDiskStore(join(directory, 'file'))).rejects.toThrow(StorageUnavailable)
})

test('measures the volume of a directory', async () => {
  const { total, available } = await diskSpace(await testDirectory())

  expect(available).toBeGreaterThan(0)
  expect(total).toBeGreaterThanOrEqual(available)
})

test('measures the volume on which a missing directory would be made', async () => {
  const directory = await testDirectory()

  expect(await diskSpace(join(directory, 'not', 'yet'))).toMatchObject({
    total: (await diskSpace(directory)).total,
  })
})

test('a large file is written while it comes in, and of one that is cut off nothing is left', async () => {
  const directory = await testDirectory()
  await tryLargeFiles(createLargeFilesOnDisk(join(directory, 'not', 'yet', 'there')), directory)
})
