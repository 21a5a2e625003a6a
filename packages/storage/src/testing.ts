import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { LargeFiles, Store } from './store.ts'
import { checkStore, ObjectExists, ObjectNotFound } from './store.ts'

/** An empty directory, until the test is finished. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'nightdesk-tried-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 10 }))
  return directory
}

interface Promises {
  /** Whether the second of two simultaneous writers of one key gets an error. */
  hasConditionalWrites: boolean
}

/** What a store holds: its time grows with the number of objects. */
export async function countObjects(store: Pick<Store, 'list'>) {
  const stats = { objects: 0, bytes: 0 }
  for await (const { size } of store.list()) {
    stats.objects += 1
    stats.bytes += size
  }
  return stats
}

/** The behaviour of every store, tested on an empty one. */
export function describeStore(
  name: string,
  makeStore: () => Promise<Store>,
  { hasConditionalWrites }: Promises = { hasConditionalWrites: true },
) {
  describe(name, () => {
    let store: Store
    beforeAll(async () => {
      store = await makeStore()
    })

    test('returns the bytes that were put', async () => {
      const bytes = randomBytes(300_000)

      await store.put('whole.bin', bytes)

      expect((await buffer(await store.get('whole.bin'))).equals(bytes)).toBe(true)
    })

    test('keeps an empty object', async () => {
      await store.put('empty', new Uint8Array())

      expect(await text(await store.get('empty'))).toBe('')
      expect(await store.head('empty')).toMatchObject({ size: 0 })
    })

    test('tells size and time without the bytes', async () => {
      await store.put('sized', Buffer.from('twelve bytes'))

      const object = await store.head('sized')

      expect(object).toEqual({ key: 'sized', size: 12, stored_at: expect.stringMatching(/^\d{4}-.*Z$/) })
      expect(Math.abs(Date.parse(object.stored_at) - Date.now())).toBeLessThan(60_000)
    })

    test.each([
      [{ start: 0, end: 0 }, 'a'],
      [{ start: 2, end: 4 }, 'cde'],
      [{ start: 25, end: 25 }, 'z'],
      [{ start: 0, end: 25 }, 'abcdefghijklmnopqrstuvwxyz'],
    ])('reads the range %o', async (range, expected) => {
      await store.put('alphabet', Buffer.from('abcdefghijklmnopqrstuvwxyz'))

      expect(await text(await store.get('alphabet', range))).toBe(expected)
    })

    test('accepts the same bytes twice', async () => {
      await store.put('twice', Buffer.from('same'))
      await store.put('twice', Buffer.from('same'))

      expect(await text(await store.get('twice'))).toBe('same')
    })

    test('never replaces an object by other bytes', async () => {
      await store.put('kept', Buffer.from('first'))

      await expect(store.put('kept', Buffer.from('other'))).rejects.toThrow(ObjectExists)

      expect(await text(await store.get('kept'))).toBe('first')
    })

    test.runIf(hasConditionalWrites)('lets exactly one of many writers of a key win', async () => {
      const writers = Array.from({ length: 8 }, (_, index) => Buffer.from(`writer ${index}`))

      const results = await Promise.allSettled(writers.map((bytes) => store.put('raced', bytes)))

      const winners = writers.filter((_, index) => results[index]?.status === 'fulfilled')
      expect(winners.map(String)).toEqual([await text(await store.get('raced'))])
    })

    test('says that an object is not there', async () => {
      await expect(store.head('missing')).rejects.toThrow(ObjectNotFound)
      await expect(store.get('missing')).rejects.toThrow(ObjectNotFound)
    })

    test('deletes, also what is not there', async () => {
      await store.put('gone', Buffer.from('x'))

      await store.delete('gone')
      await store.delete('gone')

      await expect(store.head('gone')).rejects.toThrow(ObjectNotFound)
    })

    test.each(['', '.', '..', '../up', 'a/b', 'a\\b', '.hidden', 'UPPER', 'nul\0', 'é', 'a'.repeat(201)])(
      'refuses the key %j',
      async (key) => {
        await expect(store.put(key, Buffer.from('x'))).rejects.toThrow(TypeError)
        await expect(store.get(key)).rejects.toThrow(TypeError)
        await expect(store.head(key)).rejects.toThrow(TypeError)
        await expect(store.delete(key)).rejects.toThrow(TypeError)
      },
    )

    test('lists and counts what it holds', async () => {
      const before = await countObjects(store)
      await store.put('listed-1', Buffer.from('abc'))
      await store.put('listed-2', Buffer.from('defgh'))

      const sizes = new Map<string, number>()
      for await (const { key, size } of store.list()) sizes.set(key, size)

      expect([sizes.get('listed-1'), sizes.get('listed-2')]).toEqual([3, 5])
      expect(await countObjects(store)).toEqual({ objects: before.objects + 2, bytes: before.bytes + 8 })
    })

    test('passes its own check and leaves nothing behind', async () => {
      const before = await countObjects(store)

      await checkStore(store)

      expect(await countObjects(store)).toEqual(before)
    })
  })
}

/** More than two parts of a bucket. */
const LARGE = Buffer.alloc(18 * 1024 ** 2, 'a lamp in the night ')

async function* cutOff() {
  yield LARGE
  throw new Error('The line is cut')
}

async function namesOf(files: LargeFiles): Promise<string[]> {
  const names: string[] = []
  for await (const { key } of files.list()) names.push(key)
  return names
}

/**
 * The behaviour of every place for large files, tried on an empty one.
 * @param folder for the files that are fetched
 * @param beside has one object of 9 bytes in the same bucket
 */
export async function tryLargeFiles(files: LargeFiles, folder: string, beside?: Store) {
  expect(await namesOf(files)).toEqual([])
  await expect(files.fetch('A.zip', folder)).rejects.toThrow(ObjectNotFound)

  await files.write('A.zip', Readable.from([LARGE]))
  await expect(files.write('b.zip', Readable.from(cutOff()))).rejects.toThrow('The line is cut')
  expect(await namesOf(files)).toEqual(['A.zip'])
  expect((await readFile(await files.fetch('A.zip', folder))).equals(LARGE)).toBe(true)
  expect(await files.head('A.zip')).toMatchObject({ key: 'A.zip', size: LARGE.length })
  expect(await text(await files.get('A.zip', { start: 2, end: 5 }))).toBe('lamp')
  expect((await buffer(await files.get('A.zip'))).equals(LARGE)).toBe(true)

  if (beside) expect(await countObjects(beside)).toEqual({ objects: 1, bytes: 9 })
  await files.delete('A.zip')
  await files.delete('A.zip')
  await expect(files.head('A.zip')).rejects.toThrow(ObjectNotFound)
  await expect(files.get('A.zip')).rejects.toThrow(ObjectNotFound)
  expect(await namesOf(files)).toEqual([])
}
