import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { expect, test } from 'vitest'
import { type BaseBackup, readWalArchive, segmentAt } from './archive.ts'
import { deleteOldWal } from './collect.ts'

const OURS = 'f3b1c6de-0000-4000-8000-000000000001'

async function addBase(archive: string, id: string, base: Partial<BaseBackup>): Promise<void> {
  const { ended_at = '' } = base
  const path = join(archive, id, `base-${ended_at.replaceAll(':', '')}`)
  await mkdir(path, { recursive: true })
  const all = { installation: OURS, timeline: 1, start_lsn: '0/2000028', ...base }
  await writeFile(join(path, 'base.json'), JSON.stringify(all))
}

async function addFiles(archive: string, id: string, names: string[]): Promise<void> {
  await mkdir(join(archive, id), { recursive: true })
  for (const name of names) await writeFile(join(archive, id, `${name}.zst`), '')
}

const contents = async (archive: string) =>
  Object.fromEntries(
    (await readWalArchive(archive)).map(({ id, bases, files }) => [
      id,
      [...bases.map(({ ended_at }) => ended_at.slice(5, 10)), ...[...files].sort()],
    ]),
  )

test('base backups of three weeks are kept with the WAL that they need, and what other sites have', async () => {
  const archive = await temporaryDirectory()
  const weeks = ['2026-11-01', '2026-11-02', '2026-11-09', '2026-11-16']
  for (const [index, day] of weeks.entries())
    await addBase(archive, '7', { ended_at: `${day}T03:00:00.000Z`, start_lsn: `0/${index + 2}000028` })
  const segments = [1, 2, 3, 4, 5, 6].map((number) => segmentAt(1, `0/${number}000000`))
  const others = [`${segments[1]}.00000028.backup`, '00000002.history', segmentAt(2, '0/6000000')]
  await addFiles(archive, '7', [...segments, ...others])
  await addBase(archive, '8', { ended_at: '2026-10-01T03:00:00.000Z' })
  await addBase(archive, '9', { ended_at: '2026-10-01T03:00:00.000Z', installation: 'of another site' })

  const deleted = await deleteOldWal(archive, { installation: OURS, id: '7', timeline: 1 })

  expect(deleted).toBe(2)
  expect(await contents(archive)).toEqual({
    7: ['11-02', '11-09', '11-16', ...segments.slice(2), '00000002.history'],
    9: ['10-01'],
  })
})
