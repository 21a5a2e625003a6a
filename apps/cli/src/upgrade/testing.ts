import { randomBytes } from 'node:crypto'
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addJob, connect, installationMark, migrate } from '@nightdesk/db'
import { type Binaries, downloadEarlier, startEmbedded } from '@nightdesk/db/embedded'
import { asOwner, createPublishedArticle, createTestDb } from '@nightdesk/db/testing'
import { claimStore, openDisk } from '@nightdesk/storage'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'

/** In milliseconds. */
const DAY = 86_400_000

/** The site of a release that came with Postgres 17, in a directory that is copied for each test. */
export interface EarlierSite {
  /** @returns a new data directory with the site */
  copy(): Promise<string>
  remove(): Promise<void>
}

/** @throws when Postgres 17 cannot be downloaded */
export async function makeEarlierSite(): Promise<EarlierSite> {
  const root = await mkdtemp(join(tmpdir(), 'nightdesk-earlier-'))
  // Postgres may run as nobody, who needs access.
  await chmod(root, 0o755)
  const remove = () => rm(root, { recursive: true, force: true, maxRetries: 10 })
  const site = join(root, 'site')
  let copies = 0
  try {
    await fill(site, await downloadEarlier(17, root))
  } catch (error) {
    await remove()
    throw error
  }
  return {
    async copy() {
      const directory = join(root, `copy-${++copies}`)
      await cp(site, directory, { recursive: true })
      return directory
    },
    remove,
  }
}

/** A story is published, its author is signed in, a backup is listed, a job waits, and the files on the disk are those of this site. */
async function fill(data_dir: string, binaries: Binaries): Promise<void> {
  await using postgres = await startEmbedded(join(data_dir, 'postgres'), { binaries })
  await migrate(postgres.owner_url, postgres.url)
  const { db, close } = connect(postgres.owner_url)
  try {
    const { author_id: user_id } = await createPublishedArticle(db, 'ada')
    await db
      .insertInto('sessions')
      .values({
        id: randomBytes(32),
        user_id,
        expires_at: new Date(Date.now() + DAY).toISOString(),
        ip_prefix: '192.0.2.0/24',
        user_agent_family: 'Firefox',
      })
      .execute()
    await db
      .insertInto('backups')
      .values({
        file: 'nightdesk-2026-11-22T023000.000Z.tar',
        created_at: '2026-11-22T02:30:00Z',
        bytes: 1,
        rows: 1,
        objects: 0,
      })
      .execute()
    await addJob(db, 'purge-cdn', ['article:7'], { key: 'purge', delay: 3_600 })
    await claimStore(await openDisk({ DATA_DIR: data_dir }), await installationMark(db))
  } finally {
    await close()
  }
}

/** A site, in a new directory below `directory`, whose database the release before has migrated: a file of functions is new. */
export async function siteOfBefore(directory: string) {
  const database = await createTestDb()
  await asOwner(
    database.owner_url,
    sql`delete from migrated_functions where file = 'ageing'`,
    sql`delete from migrated_levels`,
  )
  const DATA_DIR = await mkdtemp(join(directory, 'site-'))
  onTestFinished(async () => {
    await database.close()
    await rm(DATA_DIR, { recursive: true, force: true })
  })
  const pending = async () => {
    const { rows } = await sql`select from migrated_functions where file = 'ageing'`.execute(database.db)
    return rows.length === 0
  }
  return {
    pending,
    db: database.db,
    owner_url: database.owner_url,
    env: { DATA_DIR, DATABASE_URL: database.url, MIGRATION_DATABASE_URL: database.owner_url },
  }
}
