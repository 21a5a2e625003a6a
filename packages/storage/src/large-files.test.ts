import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLargeFilesOnDisk } from './disk.ts'
import { createLargeFilesInBucket, createS3Store } from './s3.ts'
import type { LargeFiles, Store } from './store.ts'
import { ObjectNotFound } from './store.ts'
import { countObjects } from './testing.ts'
import { missingS3Server, type S3Server, startS3Server } from './testing-s3.ts'

const folder = await mkdtemp(join(tmpdir(), 'nightdesk-large-files-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** More than two parts of a bucket. */
const bytes = Buffer.alloc(18 * 1024 ** 2, 'a lamp in the night ')

async function* cutOff() {
  yield bytes
  throw new Error('The line is cut')
}

async function namesOf(files: LargeFiles): Promise<string[]> {
  const names: string[] = []
  for await (const { key } of files.list()) names.push(key)
  return names
}

/** @param beside has one object of 9 bytes in the same bucket */
async function tryOut(files: LargeFiles, beside?: Store) {
  expect(await namesOf(files)).toEqual([])
  await expect(files.fetch('A.zip', folder)).rejects.toThrow(ObjectNotFound)

  await files.write('A.zip', Readable.from([bytes]))
  await expect(files.write('b.zip', Readable.from(cutOff()))).rejects.toThrow('The line is cut')
  expect(await namesOf(files)).toEqual(['A.zip'])
  expect((await readFile(await files.fetch('A.zip', folder))).equals(bytes)).toBe(true)
  expect(await files.head('A.zip')).toMatchObject({ key: 'A.zip', size: bytes.length })
  expect(await text(await files.get('A.zip', { start: 2, end: 5 }))).toBe('lamp')
  expect((await buffer(await files.get('A.zip'))).equals(bytes)).toBe(true)

  if (beside) expect(await countObjects(beside)).toEqual({ objects: 1, bytes: 9 })
  await files.delete('A.zip')
  await files.delete('A.zip')
  await expect(files.head('A.zip')).rejects.toThrow(ObjectNotFound)
  await expect(files.get('A.zip')).rejects.toThrow(ObjectNotFound)
  expect(await namesOf(files)).toEqual([])
}

test('a file on disk is written while it comes in, and of one that is cut off nothing is left', () =>
  tryOut(createLargeFilesOnDisk(join(folder, 'not', 'yet', 'there'))))

const missing = await missingS3Server()

describe.skipIf(missing)(missing ?? 'a bucket of a real server', () => {
  let server: S3Server
  beforeAll(async () => {
    server = await startS3Server()
  })
  afterAll(() => server?.[Symbol.asyncDispose]())

  test('has files in parts beside objects of a store, and of one that is cut off nothing is left', async () => {
    const options = { ...server.options, bucket: 'large' }
    const store = createS3Store(options)
    await store.put('picture.png', Buffer.from('a picture'))
    await tryOut(createLargeFilesInBucket(options, 'imports'), store)
  }, 90_000)
})
