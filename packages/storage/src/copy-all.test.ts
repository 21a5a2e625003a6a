import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { copyAll, type Progress } from './copy-all.ts'
import { createDiskStore } from './disk.ts'
import { ObjectExists, StorageUnavailable } from './store.ts'
import { countObjects } from './testing.ts'

async function store(objects: Record<string, string> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'nightdesk-copy-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const store = await createDiskStore(directory)
  for (const [key, value] of Object.entries(objects)) await store.put(key, Buffer.from(value))
  return { ...store, directory }
}

const ignore = () => {}

test('copies what is missing, keeps what is there, and leaves the source as it is', async () => {
  const source = await store({ a: 'one', b: 'two', c: 'three' })
  const target = await store({ b: 'two' })
  const progress: Progress[] = []

  expect(await copyAll(source, target, (step) => progress.push(step))).toEqual({ copied: 2, kept: 1 })

  expect(await text(await target.get('c'))).toBe('three')
  expect(progress.at(0)).toEqual({ done: 0, total: 3 })
  expect(progress.at(-1)).toEqual({ done: 3, total: 3 })
  expect(await countObjects(source)).toEqual(await countObjects(target))
})

test('an interrupted copy continues', async () => {
  const source = await store(
    Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`object-${n}`, `${n}`])),
  )
  const target = await store()
  let left = 7
  const put: typeof target.put = async (key, bytes) => {
    left -= 1
    if (left < 0) throw new StorageUnavailable('gone')
    await target.put(key, bytes)
  }

  await expect(copyAll(source, { ...target, put }, ignore)).rejects.toThrow(StorageUnavailable)

  expect(await copyAll(source, target, ignore)).toEqual({ copied: 13, kept: 7 })
})

test('an object that is deleted meanwhile, such as that of a check, is left out', async () => {
  const source = await store({ a: 'one', b: 'two' })
  const target = await store()
  const list: typeof source.list = async function* () {
    yield* source.list()
    await source.delete('b')
  }

  expect(await copyAll({ ...source, list }, target, ignore)).toEqual({ copied: 1, kept: 0 })
})

test('other bytes under the same name stop the copy, even with the same size', async () => {
  const [source, target] = [await store({ a: 'mine!' }), await store({ a: 'yours' })]

  await expect(copyAll(source, target, ignore)).rejects.toThrow(ObjectExists)

  expect(await text(await target.get('a'))).toBe('yours')
})

test('an object that reads back differently does not count as copied', async () => {
  const [source, target] = [await store({ a: 'right' }), await store()]
  const put = () => writeFile(join(target.directory, 'a'), 'wrong')

  await expect(copyAll(source, { ...target, put }, ignore)).rejects.toThrow(StorageUnavailable)
})
