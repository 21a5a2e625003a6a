import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { ago, ctx, DAY, db, storageDirectory } from '../testing.ts'
import { deleteLeftovers } from './import-jobs.ts'

test('an uploaded export that no import needs is deleted after a day', async () => {
  const files = ctx.import_files
  const [needed, recent, old] = ['needed.import', 'recent.import', 'old.import'] as const
  for (const name of [needed, recent, old]) await files.write(name, Readable.from(['<rss/>']))
  await db.insertInto('imports').values({ file: 'lamp.xml', upload: needed }).execute()
  const twoDaysAgo = new Date(ago(2 * DAY))
  for (const name of [needed, old]) await utimes(await files.fetch(name, ''), twoDaysAgo, twoDaysAgo)

  expect(await deleteLeftovers(db, files)).toBe(1)

  const left = await Array.fromAsync(files.list())
  expect(left.map(({ key }) => key).sort()).toEqual([needed, recent])
})

test('an old file of somebody else beside uploaded exports stops nothing, and stays', async () => {
  const folder = join(storageDirectory, 'uploads', 'imports')
  const twoDaysAgo = new Date(ago(2 * DAY))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, '.DS_Store'), 'of a file manager')
  await utimes(join(folder, '.DS_Store'), twoDaysAgo, twoDaysAgo)

  expect(await deleteLeftovers(db, ctx.import_files)).toBe(0)

  expect(await readdir(folder)).toContain('.DS_Store')
})
