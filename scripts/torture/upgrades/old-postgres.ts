import { join } from 'node:path'
import { downloadEarlier, POSTGRES_MAJOR, startEmbedded } from '../../../packages/db/src/embedded/start.ts'
import { ADMIN, startStack } from '../../stack.ts'
import { fillSite } from '../backups/filled-site.ts'
import type { UpgradeTrial } from './kill-upgrades.ts'

/** A site with stories, pictures, views and a session, in a cluster of the Postgres before. */
export async function makeOldPostgres(home: string): Promise<UpgradeTrial> {
  const data_dir = join(home, 'site')
  const binaries = await downloadEarlier(POSTGRES_MAJOR - 1, join(home, 'earlier'))
  await using postgres = await startEmbedded(join(data_dir, 'postgres'), { binaries })
  const env = { DATABASE_URL: postgres.url, MIGRATION_DATABASE_URL: postgres.owner_url }
  await using stack = await startStack({ directory: data_dir, admin: ADMIN, env })
  await fillSite(stack.url, data_dir)
  return { data_dir, binaries: { [binaries.major]: binaries } }
}
