import { join } from 'node:path'
import { startEmbedded } from '../../../packages/db/src/embedded/start.ts'
import { connect, type Db, migrateToLevel, numberedLevels } from '../../../packages/db/src/index.ts'
import { grantToRuntime, roleAt } from '../../../packages/db/src/migrations/runtime-role.ts'
import { createPublishedArticle } from '../../../packages/db/src/testing.ts'
import type { UpgradeTrial } from './kill-upgrades.ts'

/** Numbered migrations that are pending, besides all functions. */
const PENDING = 6
const STORIES = 200

/** A site with stories, at the schema of an earlier release. */
export async function makeOldSchema(home: string): Promise<UpgradeTrial> {
  const data_dir = join(home, 'site')
  const level = (await numberedLevels()).at(-1 - PENDING)
  if (!level) throw new Error(`There are no ${PENDING} migrations`)
  await using postgres = await startEmbedded(join(data_dir, 'postgres'))
  await migrateToLevel(postgres.owner_url, level)
  const { db, close } = connect(postgres.owner_url)
  try {
    await grantToRuntime(db, await roleAt(postgres.url))
    await publish(db)
  } finally {
    await close()
  }
  return { data_dir, binaries: {} }
}

async function publish(db: Db): Promise<void> {
  for (let story = 0; story < STORIES; story++) await createPublishedArticle(db, `Story ${story}`)
}
