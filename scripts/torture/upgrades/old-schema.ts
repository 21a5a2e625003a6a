import { join } from 'node:path'
import { startEmbedded } from '../../../packages/db/src/embedded/start.ts'
import { connect, migrate } from '../../../packages/db/src/index.ts'
import { createPublishedArticle, makeEarlier } from '../../../packages/db/src/testing.ts'
import type { UpgradeTrial } from './kill-upgrades.ts'

const STORIES = 200

/** A site with stories, on a database of 0.1. */
export async function makeOldSchema(home: string): Promise<UpgradeTrial> {
  const data_dir = join(home, 'site')
  await using postgres = await startEmbedded(join(data_dir, 'postgres'))
  await migrate(postgres.owner_url, postgres.url)
  await using connection = connect(postgres.owner_url)
  for (let story = 0; story < STORIES; story++) await createPublishedArticle(connection.db, `Story ${story}`)
  await makeEarlier(postgres.owner_url, { withoutLast: true })
  return { data_dir, binaries: {} }
}
