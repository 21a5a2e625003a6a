import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { claimStore, readOwner } from './open.ts'
import { createLargeFilesInBucket, createS3Store } from './s3.ts'
import { StorageUnavailable } from './store.ts'
import { describeStore, tryLargeFiles } from './testing.ts'
import { startSlowBucket } from './testing-slow-bucket.ts'

// `s3.trial.test.ts` tries the same on a real server.

const server = await startSlowBucket()
afterAll(() => server[Symbol.asyncDispose]())
describeStore('the S3 store', async () => createS3Store(server.options))

test('deletes from a bucket that is not there yet, as `storage claim` does', async () => {
  await using server = await startSlowBucket()
  const store = createS3Store(server.options)

  await createLargeFilesInBucket(server.options, 'imports').delete('a.zip')
  await claimStore(store, 'ours')

  expect(await readOwner(store)).toBe('ours')
})

test('a bucket that closes in the middle of what it has already counts as unavailable', async () => {
  await using server = await startSlowBucket()
  const store = createS3Store(server.options)
  const bytes = Buffer.alloc(100_000)
  await store.put('picture.png', bytes)
  server.faults.get = { closes_after: 1_000 }

  await expect(store.put('picture.png', bytes)).rejects.toThrow(StorageUnavailable)
})

test('has large files in parts beside objects of a store, and of one that is cut off nothing is left', async () => {
  await using server = await startSlowBucket()
  const folder = await mkdtemp(join(tmpdir(), 'nightdesk-large-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const store = createS3Store(server.options)
  await store.put('picture.png', Buffer.from('a picture'))
  await tryLargeFiles(createLargeFilesInBucket(server.options, 'imports'), folder, store)
})
