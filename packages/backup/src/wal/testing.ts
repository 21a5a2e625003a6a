import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, type Db, migrate } from '@nightdesk/db'
import { type EmbeddedPostgres, startEmbedded } from '@nightdesk/db/embedded'
import { asOwner } from '@nightdesk/db/testing'
import { createDiskStore } from '@nightdesk/storage'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { archiveWal } from './collect.ts'
import type { UntilTarget } from './restore-until.ts'

/** A site on an embedded Postgres that archives. Its path has blanks and signs that a shell or Postgres would read. */
export async function createArchivedSite() {
  const root = await temporaryDirectory()
  // Postgres may run as nobody, who needs access to the parent directory.
  await chmod(root, 0o755)
  const data_dir = join(root, "data of 'a' %p site")
  const archive = join(data_dir, 'backups', 'wal')
  const start = () => startEmbedded(join(data_dir, 'postgres'), { archives: true })
  const { postgres, ...running } = await run(start, archive)
  // Restored clusters have this too: no test needs to survive a power failure.
  await asOwner(postgres.superuser_url, sql`alter system set fsync = off`, sql`select pg_reload_conf()`)
  await migrate(postgres.owner_url, postgres.url)
  return {
    ...running,
    data_dir,
    archive,
    postgres,
    restart: () => run(start, archive),
    /** Has Postgres archive what it has written so far. */
    switchSegment: () => asOwner(postgres.superuser_url, sql`select pg_switch_wal()`),
  }
}

async function run(start: () => Promise<EmbeddedPostgres>, archive: string) {
  const postgres = await start()
  const { db, close } = connect(postgres.url)
  let isRunning = true
  const stop = async () => {
    if (!isRunning) return
    isRunning = false
    await close()
    await postgres.stop()
  }
  onTestFinished(stop)
  return { postgres, db, stop, run: () => archiveWal(postgres.url, archive) }
}

export async function addUser(db: Db, username: string): Promise<void> {
  await db.insertInto('users').values({ username, full_name: 'Grace', role: 'author' }).execute()
}

type Site = Awaited<ReturnType<typeof createArchivedSite>>

export async function targetOf({ data_dir, archive }: Site): Promise<UntilTarget> {
  const storage = await createDiskStore(join(data_dir, 'uploads'))
  return { data_dir, archive, backups: join(data_dir, 'backups'), storage }
}

async function clockOf(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db)
  return new Date(rows[0]?.now ?? '').toISOString()
}

/** Adds people one after the other. @returns moments between them, the first of which is before all of them */
export async function addPeople(db: Db, ...names: string[]): Promise<string[]> {
  const moments: string[] = []
  for (const name of names) {
    await sql`select pg_sleep(0.01)`.execute(db)
    moments.push(await clockOf(db))
    await sql`select pg_sleep(0.01)`.execute(db)
    await addUser(db, `${name}@example.org`)
  }
  return moments
}

export async function peopleIn(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('users').select('username').orderBy('username').execute()
  return rows.map(({ username }) => username.split('@')[0] ?? '')
}

export async function peopleOf(site: Site): Promise<string[]> {
  const { db, stop } = await site.restart()
  const people = await peopleIn(db)
  await stop()
  return people
}
