import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { walQueueOf } from '@nightdesk/db/embedded'
import { expect, test } from 'vitest'
import { createSite } from '../testing.ts'
import { readWalArchive, segmentAt } from './archive.ts'
import { archiveWal } from './collect.ts'
import { addUser, createArchivedSite } from './testing.ts'

test('changes are archived from a weekly base backup on, and a gap makes another one', async () => {
  const site = await createArchivedSite()
  const queue = walQueueOf(join(site.data_dir, 'postgres'))

  expect(await site.run()).toMatchObject({ base: true })
  await addUser(site.db, 'ada@example.org')
  await site.switchSegment()
  await expect.poll(() => site.run()).toMatchObject({ base: false, segments: 1 })

  const [cluster] = await readWalArchive(site.archive)
  const { timeline = 0, end_lsn = '' } = cluster?.bases[0] ?? {}
  expect(await readdir(queue)).toEqual([])
  const path = join(cluster?.path ?? '', `${segmentAt(timeline, end_lsn)}.zst`)
  await rm(path)
  expect(await site.run()).toMatchObject({ base: true })

  await site.stop()
  await writeFile(join(queue, 'archtemp.000000010000000000000009.1.2'), 'half a segment')
  await (await site.restart()).stop()
  expect((await readdir(queue)).filter((name) => name.startsWith('archtemp'))).toEqual([])
})

test('a base backup of a clock that was ahead is not followed by another one every minute', async () => {
  const site = await createArchivedSite()
  await site.run()
  const [cluster] = await readWalArchive(site.archive)
  const { path = '', ...base } = cluster?.bases[0] ?? {}
  await writeFile(join(path, 'base.json'), JSON.stringify({ ...base, ended_at: '2999-01-01T00:00:00.000Z' }))

  expect(await site.run()).toMatchObject({ base: false })
})

test('a Postgres that is not the embedded one is left to its own tools', async () => {
  const { url } = await createSite()

  await expect(archiveWal(url, '/nowhere')).rejects.toThrow('Postgres archives no WAL')
})
