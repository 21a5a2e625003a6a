import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { expect, test } from 'vitest'
import { scratchOf } from '../unfinished.ts'
import { completeRestore, PARTS, planSwap, replaceData, swap } from './replace-data.ts'

const FILES = ['postgres/cluster/data', 'uploads/picture', 'jwt.key']

async function layOut(directory: string, text: string): Promise<void> {
  for (const folder of ['postgres/cluster', 'uploads'])
    await mkdir(join(directory, folder), { recursive: true })
  for (const file of FILES) await writeFile(join(directory, file), text)
}

const readAll = (directory: string) =>
  Promise.all(FILES.map((file) => readFile(join(directory, file), 'utf8')))

async function planned() {
  const data_dir = await temporaryDirectory()
  await layOut(data_dir, 'old')
  await layOut(scratchOf(data_dir), 'new')
  await planSwap(data_dir)
  return data_dir
}

test('the restored parts take the place of the old ones, which are all beside them', async () => {
  const data_dir = await planned()

  const before = await swap(data_dir)

  expect(await readAll(data_dir)).toEqual(['new', 'new', 'new'])
  expect(await readAll(before ?? '')).toEqual(['old', 'old', 'old'])
  expect(await readdir(data_dir)).not.toContain('restore')
})

test('a damaged cluster that somebody has put aside is not deleted', async () => {
  const data_dir = await temporaryDirectory()
  await mkdir(join(data_dir, 'postgres'))
  for (const name of ['lock', 'cluster.damaged']) await writeFile(join(data_dir, 'postgres', name), '')

  const { before } = await replaceData(data_dir, PARTS, (scratch) => layOut(scratch, 'new'))

  expect(await readdir(join(before ?? '', 'postgres'))).toContain('cluster.damaged')
  expect(await readAll(data_dir)).toEqual(['new', 'new', 'new'])
})

/** The renames of a swap, in order. */
const RENAMES = PARTS.flatMap((part) => [
  (data_dir: string, before: string) => rename(join(data_dir, part), join(before, part)),
  (data_dir: string) => rename(join(scratchOf(data_dir), part), join(data_dir, part)),
])

async function killedAfter(count: number) {
  const data_dir = await planned()
  const plan: { before: string } = JSON.parse(await readFile(join(scratchOf(data_dir), 'swap.json'), 'utf8'))
  const before = join(data_dir, plan.before)
  await mkdir(before)
  for (const step of RENAMES.slice(0, count)) await step(data_dir, before)
  return { data_dir, before }
}

test.each(RENAMES.map((_, count) => [count + 1]))(
  'a swap that was killed after %i renames is completed',
  async (count) => {
    const { data_dir, before } = await killedAfter(count)

    await completeRestore(data_dir)

    expect(await readAll(data_dir)).toEqual(['new', 'new', 'new'])
    expect(await readAll(before)).toEqual(['old', 'old', 'old'])
  },
)

test('a restore after one that was killed in its swap leaves the data of before that one together', async () => {
  const { data_dir, before } = await killedAfter(2)

  const again = await replaceData(data_dir, PARTS, (scratch) => layOut(scratch, 'newer'), 'second')

  expect(await readAll(data_dir)).toEqual(['newer', 'newer', 'newer'])
  expect(await readAll(before)).toEqual(['old', 'old', 'old'])
  expect(await readAll(again.before ?? '')).toEqual(['new', 'new', 'new'])
})

test('a backup that somebody has put where a restore is built is not deleted', async () => {
  const data_dir = await temporaryDirectory()
  await layOut(data_dir, 'old')
  const backup = join(scratchOf(data_dir), 'nightdesk.tar')
  await mkdir(scratchOf(data_dir))
  await writeFile(backup, 'the only one')

  const restore = replaceData(data_dir, PARTS, (scratch) => layOut(scratch, 'new'))

  await expect(restore).rejects.toThrow('has other files')
  expect(await readFile(backup, 'utf8')).toBe('the only one')
  expect(await readAll(data_dir)).toEqual(['old', 'old', 'old'])
})

test('without a plan, a start touches nothing', async () => {
  const data_dir = await temporaryDirectory()
  await layOut(data_dir, 'old')
  await layOut(scratchOf(data_dir), 'half')

  await completeRestore(data_dir)

  expect(await readAll(data_dir)).toEqual(['old', 'old', 'old'])
})
