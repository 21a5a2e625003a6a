import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../packages/db/src/embedded/start.ts'
import { createTemplate } from '../packages/db/src/testing.ts'
import { diskSpace } from '../packages/storage/src/disk-space.ts'
import { MEMORY, memoryOf, RUN } from './leave-nothing.ts'

/** Faster settings, as data need not survive the run, and more connections for many databases at once. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  autovacuum: 'off',
  max_connections: 300,
}

/**
 * Starts an embedded Postgres for the whole test run, or uses the one of TEST_DATABASE_URL, with a migrated template.
 * @returns stops it
 */
export default async function startTestDatabase() {
  if (process.env.TEST_DATABASE_URL) {
    await createTemplate(process.env.TEST_DATABASE_URL)
    return
  }
  const directory = await mkdtemp(join(await parent(), 'nightdesk-test-'))
  const postgres = await startEmbedded(directory, { settings })
  process.env.TEST_DATABASE_URL = postgres.superuser_url
  await createTemplate(postgres.superuser_url)
  return async () => {
    delete process.env.TEST_DATABASE_URL
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

/**
 * In memory for `npm test`, which leaves nothing there, if there is room: every test database has hundreds of files, and some file
 * systems take ten times as long to create files where others were deleted a moment ago. A container may have 64 MB there.
 */
async function parent(): Promise<string> {
  const { [RUN]: run } = process.env
  if (!run || !existsSync(MEMORY) || (await diskSpace(MEMORY)).available < 4e9) return tmpdir()
  await mkdir(memoryOf(run), { recursive: true })
  return memoryOf(run)
}
