import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { pack } from 'tar-stream'
import { expect, test } from 'vitest'
import { readWalArchive, segmentAt } from './archive.ts'
import { writeBase } from './base.ts'
import { restoreUntil } from './restore-until.ts'
import { addPeople, createArchivedSite, peopleIn, peopleOf, targetOf } from './testing.ts'

test('a site goes back to a moment, then to a later one before that, and to one of its new time', async () => {
  const site = await createArchivedSite()
  const target = await targetOf(site)
  await site.run()
  const [, beforeGrace = '', beforeEve = ''] = await addPeople(site.db, 'ada', 'grace', 'eve')
  await site.stop()

  const first = await restoreUntil(beforeGrace, target, { replace: true })

  expect(first).toMatchObject({ problems: [], before: expect.stringContaining('before-restore-') })
  expect(await readdir(first.before ?? '')).toEqual(['postgres'])
  const restored = await site.restart()
  expect(await peopleIn(restored.db)).toEqual(['ada'])

  await restored.run()
  const [, beforeMary = ''] = await addPeople(restored.db, 'joan', 'mary')
  await restored.stop()
  await restoreUntil(beforeEve, target, { replace: true })
  expect(await peopleOf(site)).toEqual(['ada', 'grace'])

  await restoreUntil(beforeMary, target, { replace: true })
  expect(await peopleOf(site)).toEqual(['ada', 'joan'])
})

test('a moment is reached from an older base backup when the last one before it is damaged', async () => {
  const site = await createArchivedSite()
  await site.run()
  const [cluster] = await readWalArchive(site.archive)
  const { path = '', bases = [] } = cluster ?? {}
  await addPeople(site.db, 'ada')
  await writeBase(path, site.postgres.url)
  const [, beforeEve = ''] = await addPeople(site.db, 'grace', 'eve')
  const [, damaged] = (await readWalArchive(site.archive))[0]?.bases ?? []
  await truncate(join(damaged?.path ?? '', 'base.tar.zst'), 100_000)
  await site.stop()

  const { base } = await restoreUntil(beforeEve, await targetOf(site), { replace: true })

  expect(base).toBe(bases[0]?.ended_at)
  expect(await peopleOf(site)).toEqual(['ada', 'grace'])
})

test('what cannot be restored is refused with a sentence that says what can, and nothing changes', async () => {
  const site = await createArchivedSite()
  const target = await targetOf(site)
  const refusal = (until: string, replace = true) =>
    restoreUntil(until, target, { replace }).then(
      () => 'It was restored',
      (error: Error) => error.message,
    )
  expect(await refusal(new Date().toISOString())).toContain('A site runs on')
  await site.run()
  const [early = ''] = await addPeople(site.db, 'ada')
  await sql`select pg_sleep(0.01)`.execute(site.db)
  await site.switchSegment()
  await addPeople(site.db, 'grace')
  await site.switchSegment()
  await addPeople(site.db, 'eve')
  await site.stop()

  expect(await refusal(early, false)).toContain('has a site already. With --replace')
  await addClusterOfPostgres17(site.archive)
  expect(await refusal('2026-01-01T00:00:00.000Z')).toContain('The site of that moment had Postgres 17')
  expect(await refusal('2025-01-01T00:00:00.000Z')).toMatch(/^The archive begins at 20.* an earlier moment/)
  expect(await refusal('2999-01-01T00:00:00.000Z')).toMatch(
    /^The archive ends before that moment: the site can be restored until .* at the latest$/,
  )

  const cluster = (await readWalArchive(site.archive)).find(({ id }) => id !== OLD_CLUSTER)
  const { timeline = 1, end_lsn = '' } = cluster?.bases[0] ?? {}
  const [, , second = ''] = [...(cluster?.files ?? [])]
    .filter((name) => name > segmentAt(timeline, end_lsn))
    .sort()
  await truncate(join(cluster?.path ?? '', `${second}.zst`), 100)
  expect(await refusal('2999-01-01T00:00:00.000Z')).toContain(`${second}.zst is damaged`)
  await rm(join(cluster?.path ?? '', `${second}.zst`))
  expect(await refusal('2999-01-01T00:00:00.000Z')).toContain(`The segment ${second} is not in`)
  expect(await peopleOf(site)).toEqual(['ada', 'eve', 'grace'])

  await truncate(join(cluster?.bases[0]?.path ?? '', 'base.tar.zst'), 100_000)
  expect(await refusal(early)).toMatch(/^The base backup of .* is damaged$/)
  expect(await readdir(site.data_dir)).not.toContain('restore')
})

const OLD_CLUSTER = '17'

/** The archive of the same site when it had another Postgres. */
async function addClusterOfPostgres17(archive: string): Promise<void> {
  const [present] = await readWalArchive(archive)
  const version = '17\n'
  const path = join(archive, OLD_CLUSTER, 'base-2025-12-31T000000.000Z')
  await mkdir(path, { recursive: true })
  const tar = pack()
  tar.entry({ name: 'PG_VERSION' }, version)
  tar.finalize()
  await writeFile(join(path, 'base.tar.zst'), zstdCompressSync(await buffer(tar)))
  const Checksum = createHash('sha256').update(version).digest('hex')
  await writeFile(
    join(path, 'backup_manifest'),
    JSON.stringify({ Files: [{ Path: 'PG_VERSION', Checksum }] }),
  )
  const { path: _, ...base } = present?.bases[0] ?? {}
  await writeFile(join(path, 'base.json'), JSON.stringify({ ...base, ended_at: '2025-12-31T00:00:00.000Z' }))
}
