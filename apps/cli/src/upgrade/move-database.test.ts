import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scratchOf } from '@nightdesk/backup/unfinished'
import { lockDirectory } from '@nightdesk/db/embedded'
import { expect, onTestFinished, test } from 'vitest'
import { moveDatabase } from './move-database.ts'

test('a start deletes what a restore that was stopped has left, but nothing of one that runs', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'nightdesk-stopped-'))
  onTestFinished(() => rm(DATA_DIR, { recursive: true }))
  const env = { DATA_DIR, DATABASE_URL: undefined }
  await mkdir(join(scratchOf(DATA_DIR), 'uploads'), { recursive: true })
  const running = await lockDirectory(scratchOf(DATA_DIR))

  await moveDatabase(env)
  expect(await readdir(scratchOf(DATA_DIR))).toContain('uploads')

  running.release()
  await moveDatabase(env)
  expect(await readdir(DATA_DIR)).toEqual([])
})

test('a start deletes no backup that somebody has put where a restore is built', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'nightdesk-backup-'))
  onTestFinished(() => rm(DATA_DIR, { recursive: true }))
  await mkdir(scratchOf(DATA_DIR))
  await writeFile(join(scratchOf(DATA_DIR), 'nightdesk.tar'), 'the only one')

  await moveDatabase({ DATA_DIR, DATABASE_URL: undefined })

  expect(await readdir(scratchOf(DATA_DIR))).toEqual(['nightdesk.tar'])
})
