import { readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readArchivedCluster, readWalArchive, readWalVerification } from './archive.ts'
import { addUser, createArchivedSite } from './testing.ts'
import { verifyWal } from './verify-wal.ts'

test('the newest base backup and the changes since are restored on trial, and a damaged segment is named', async () => {
  const site = await createArchivedSite()
  const prove = () => verifyWal(site.postgres.url, site.archive)
  expect(await prove(), 'before the first base backup').toBeNull()
  await site.run()
  await addUser(site.db, 'ada@example.org')
  await site.switchSegment()
  await expect.poll(() => site.run()).toMatchObject({ segments: 1 })

  const proof = await prove()

  expect(proof).toMatchObject({ stories: 0, versions: 0, problem: null, last_change: expect.any(String) })
  const [{ id = '' } = {}] = await readWalArchive(site.archive)
  const cluster = await readArchivedCluster(site.archive, id)
  expect(await readWalVerification(cluster)).toEqual(proof)
  expect(await readdir(join(site.data_dir, 'postgres')), 'the queue of the site is its own').not.toContain(
    'replay',
  )

  const newest = [...cluster.files].sort().at(-1)
  await truncate(join(cluster.path, `${newest}.zst`), 100)
  expect(await prove()).toMatchObject({ problem: `The segment ${newest}.zst is damaged.` })
})
