import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createLargeFilesInBucket, createS3Store } from './s3.ts'
import { StorageUnavailable } from './store.ts'
import { startSlowBucket } from './testing-slow-bucket.ts'

/** A tenth of the patience of the site. */
const PATIENCE = { silence_ms: 400 }
const MB = 1_000_000

/** More than the buffers of a connection hold. */
const bytes = Buffer.alloc(12 * MB, 'a lamp in the night ')

async function start(options = {}) {
  const bucket = await startSlowBucket(options)
  onTestFinished(() => bucket[Symbol.asyncDispose]())
  return bucket
}

test('an upload may take as long as a slow bucket needs for its bytes', async () => {
  const { options, faults } = await start()
  const store = createS3Store(options, PATIENCE)
  faults.put = { reads_at: 8 * MB }

  await store.put('picture', bytes)

  expect(await store.head('picture')).toMatchObject({ size: bytes.length })
})

test('a reader who stalls gets the whole file', async () => {
  const { options } = await start()
  const store = createS3Store(options, PATIENCE)
  await store.put('picture', bytes)
  const read: Buffer[] = []

  for await (const chunk of await store.get('picture')) {
    if (read.length % 60 === 1) await delay(2 * PATIENCE.silence_ms)
    read.push(chunk)
  }

  expect(Buffer.concat(read).equals(bytes)).toBe(true)
})

test('a connection that is used again is as patient as a new one, whatever the bucket hints', async () => {
  const { options, faults } = await start({ hint: 2 })
  const files = createLargeFilesInBucket(options, 'exports', { silence_ms: 4_000 })
  await files.write('a.zip', Readable.from([bytes.subarray(0, MB)]))
  faults.head = { answers_after: 2_000 }

  expect(await files.head('a.zip')).toMatchObject({ size: MB })
})

test('a bucket may be slow with each part of a backup, and slower to put them together', async () => {
  const { options, faults } = await start()
  const backups = createLargeFilesInBucket(options, 'backups', { ...PATIENCE, partSize: 5 * 1024 ** 2 })
  faults.part = { answers_after: 2 * PATIENCE.silence_ms }
  faults.complete = { answers_after: 6 * PATIENCE.silence_ms }

  await backups.write('a.tar', Readable.from([bytes]), bytes.length)

  expect(await backups.head('a.tar')).toMatchObject({ size: bytes.length })
})

test('a stream that breaks while the bucket is still asked for is an error of its write', async () => {
  const { options, faults } = await start()
  const files = createLargeFilesInBucket(options, 'exports', PATIENCE)
  faults.bucket = { answers_after: 200 }
  const stream = Readable.from([bytes])

  const written = files.write('a.zip', stream)
  stream.destroy(new Error('The line is cut'))

  await expect(written).rejects.toThrow('The line is cut')
})

test.each(['part', 'complete'] as const)('a backup that fails at %s leaves nothing', async (step) => {
  const { options, faults, unfinished } = await start()
  const backups = createLargeFilesInBucket(options, 'backups', { ...PATIENCE, partSize: 5 * 1024 ** 2 })
  faults[step] = { fails: true }

  await expect(backups.write('a.tar', Readable.from([bytes]), bytes.length)).rejects.toThrow(
    StorageUnavailable,
  )

  const listed: string[] = []
  for await (const { key } of backups.list()) listed.push(key)
  expect([listed, unfinished()]).toEqual([[], []])
})

test.each([
  ['is silent', { answers_after: 60_000 }],
  ['closes early', { closes_after: 0 }],
  ['closes in the middle', { closes_after: MB }],
  ['stops in the middle', { stops_after: MB }],
])('a bucket that %s is not waited for', async (_, fault) => {
  const { options, faults } = await start()
  const store = createS3Store(options, PATIENCE)
  await store.put('picture', bytes)
  faults.get = fault

  await expect(store.get('picture').then(buffer)).rejects.toThrow()
})
