import { join } from 'node:path'
import { archiveWal } from '../../packages/backup/src/wal/collect.ts'
import { startEmbedded } from '../../packages/db/src/embedded/start.ts'
import { connect, migrate } from '../../packages/db/src/index.ts'

/** Makes a site whose changes are archived, and stops it. @returns a moment between its base backup and its last change */
export async function makeArchivedSite(data_dir: string): Promise<string> {
  await using postgres = await startEmbedded(join(data_dir, 'postgres'), { archives: true })
  await migrate(postgres.owner_url, postgres.url)
  await archiveWal(postgres.url, join(data_dir, 'backups', 'wal'))
  const moment = new Date().toISOString()
  const { db, close } = connect(postgres.url)
  const ada = { username: 'ada@example.org', full_name: 'Ada', role: 'author' } as const
  await db.insertInto('users').values(ada).execute()
  await close()
  return moment
}
