import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../packages/db/src/embedded.ts'
import { createTemplate } from '../packages/db/src/testing.ts'

/** One embedded Postgres for the whole test run (or the one of TEST_DATABASE_URL), with a migrated template. */
export async function setup() {
  if (process.env.TEST_DATABASE_URL) {
    await createTemplate(process.env.TEST_DATABASE_URL)
    return
  }
  const directory = await mkdtemp(join(tmpdir(), 'nightdesk-test-'))
  const postgres = await startEmbedded(directory)
  process.env.TEST_DATABASE_URL = postgres.url
  await createTemplate(postgres.url)
  return async () => {
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  }
}
