import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { connect, type Db, hasLevel, migrate } from '@nightdesk/db'
import type { EmbeddedPostgres } from '@nightdesk/db/embedded'
import { isOwnKey, type Store } from '@nightdesk/storage'
import { sql } from 'kysely'
import { listAllArchives, openIfUsable, type Progress, readObject } from '../archive.ts'
import { inspectDatabase, openClient } from '../database.ts'
import { ArchiveDamaged, RestoreRefused } from '../manifest.ts'
import { fillPostgres, OCCUPIED, replaceData, requireStopped } from '../restore/replace-data.ts'
import { type Findings, verifyRows } from '../verify/verify-rows.ts'
import { type ArchivedCluster, missingSegment, readWalArchive } from './archive.ts'
import { collectPresent } from './collect.ts'
import { type Origin, type Recovery, recover } from './recover.ts'

export interface UntilTarget {
  data_dir: string
  /** Of WAL and base backups. */
  archive: string
  /** Of the archives of `nightdesk backup`. */
  backups: string
  storage: Store
}

interface UntilOptions {
  /** Restores where there is data, which is moved aside first. */
  replace: boolean
  /** Of segments of WAL; it may end before all of them. */
  onProgress?: ((progress: Progress) => void) | undefined
}

export interface UntilReport extends Findings {
  /** When the base backup was made. */
  base: string
  /** When the last change was made that the site has; null without one since the base backup. */
  last_change: string | null
  objects: ObjectReport
  /** The directory that the data of before was moved to; null when there was none. */
  before: string | null
}

/**
 * Restores the database of a site as it was at a moment, from the archive of its WAL. Uploads never change and stay. After a
 * failure the site is as it was before; a restore that was killed can be repeated.
 * @param until ISO 8601 in UTC
 * @throws RestoreRefused, or ArchiveDamaged with the base backup
 */
export async function restoreUntil(
  until: string,
  target: UntilTarget,
  { replace, onProgress = () => {} }: UntilOptions,
): Promise<UntilReport> {
  const { data_dir } = target
  await requireStopped(data_dir)
  if (!replace && existsSync(clusterOf(data_dir))) throw new RestoreRefused(OCCUPIED(data_dir))
  const { built, before } = await replaceData(data_dir, ['postgres'], async (scratch) => {
    const present = await collectPresent(target)
    const origins = await findOrigins(target.archive, until, present)
    const home = join(scratch, 'postgres')
    const attempt = async (origin: Origin) => {
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
      const pg_wal = origin.cluster.id === present ? join(clusterOf(data_dir), 'pg_wal') : null
      return recover(origin, home, { until, pg_wal, onProgress, options: { archives: true } })
    }
    return complete(await reach(origins, attempt), target)
  })
  return { ...built, before }
}

const clusterOf = (data_dir: string) => join(data_dir, 'postgres', 'cluster')

/**
 * A restore begins a timeline, and a way back continues an earlier one: which one lived at that moment, its WAL says. An older base
 * backup of a timeline leads to the same moment, and is needed only where a later one is damaged.
 */
async function reach(origins: Origin[][], attempt: (origin: Origin) => Promise<Recovery>) {
  let refusal: Error | undefined
  for (const bases of origins) {
    let damage: ArchiveDamaged | undefined
    for (const origin of bases) {
      const recovery = await attempt(origin).catch((error: unknown) => {
        if (error instanceof ArchiveDamaged || error instanceof RestoreRefused) return error
        throw error
      })
      // Of another Postgres. What a likelier timeline lacks is the better answer.
      if (recovery instanceof RestoreRefused) {
        refusal ??= recovery
        break
      }
      if (recovery instanceof ArchiveDamaged) {
        damage ??= recovery
        continue
      }
      const { postgres, last_change } = recovery
      if (postgres) return { postgres, base: origin.base.ended_at, last_change }
      refusal ??= new RestoreRefused(tooShort(origin, recovery))
      break
    }
    refusal ??= damage
  }
  throw refusal ?? new Error('There is no base backup to begin with')
}

function tooShort({ cluster, base }: Origin, { last_change, damaged }: Recovery): string {
  const missing = missingSegment(cluster, base)
  const reason = damaged
    ? `${join(cluster.path, damaged)} is damaged`
    : missing
      ? `The segment ${missing} is not in ${cluster.path}`
      : 'The archive ends before that moment'
  if (last_change === null)
    return `${reason}, and nothing was changed after the base backup of ${base.ended_at}`
  // Postgres stops before the first later change, so there must be one.
  const latest = new Date(Date.parse(last_change) - 1).toISOString()
  return `${reason}: the site can be restored until ${latest} at the latest`
}

async function complete(
  { postgres, ...reached }: Awaited<ReturnType<typeof reach>>,
  { storage, backups }: UntilTarget,
): Promise<Omit<UntilReport, 'before'>> {
  return fillPostgres(postgres, async () => {
    await updateSchema(postgres)
    await using connection = connect(postgres.owner_url, { statementTimeout: 0 })
    // An earlier moment must not revive a session that was ended since.
    await connection.db.deleteFrom('sessions').execute()
    const objects = await bringBackObjects(connection.db, storage, backups)
    return { ...reached, ...(await verifyRows(connection.db)), objects }
  })
}

/** @throws RestoreRefused when that moment was lived through by a version that this one cannot read */
async function updateSchema({ owner_url, url }: EmbeddedPostgres): Promise<void> {
  await using client = await openClient(owner_url)
  const { level } = await inspectDatabase(client)
  if (level === null || !(await hasLevel(level)))
    throw new RestoreRefused(level === null || level < '01' ? OLDER : NEWER)
  await migrate(owner_url, url)
}

const OLDER =
  'The site of that moment is of a version before 0.1: restore it with 0.1, and then start this one'
const NEWER = 'The site of that moment is of a newer Nightdesk: update this one first'

/**
 * The base backups from which a moment may be reached, the likeliest first: of each timeline of each cluster those before that
 * moment, the last one first, and first those of the timeline with the latest.
 * @param present the cluster that the site has now, if it has one
 * @throws RestoreRefused when there is none
 */
async function findOrigins(archive: string, until: string, present: string | null): Promise<Origin[][]> {
  const all = ofOneSite(await readWalArchive(archive), archive, present).sort(byAge)
  const [oldest] = all
  if (!oldest) throw new RestoreRefused(`There is no base backup in ${archive}. BACKUP_WAL=on makes one`)
  const earlier = all.filter(({ base }) => base.ended_at <= until).reverse()
  if (earlier.length === 0)
    throw new RestoreRefused(
      `The archive begins at ${oldest.base.ended_at}: an earlier moment cannot be restored`,
    )
  // The first of each timeline decides their order.
  return [...Map.groupBy(earlier, ({ cluster, base }) => `${cluster.id} ${base.timeline}`).values()]
}

const byAge = (a: Origin, b: Origin) => (a.base.ended_at < b.base.ended_at ? -1 : 1)

/** Several sites may share a directory. */
function ofOneSite(clusters: ArchivedCluster[], archive: string, present: string | null): Origin[] {
  const all = clusters.flatMap((cluster) => cluster.bases.map((base) => ({ cluster, base })))
  const own = all.find(({ cluster }) => cluster.id === present)?.base.installation
  const sites = new Set(all.map(({ base }) => base.installation))
  if (own === undefined && sites.size > 1)
    throw new RestoreRefused(
      `${archive} has the changes of several sites. Move those of the others elsewhere`,
    )
  return all.filter(({ base }) => own === undefined || base.installation === own)
}

interface ObjectReport {
  /** Files of the site at that moment that were deleted since, and are back from a backup. */
  returned: number
  /** Those that no backup has. */
  lost: string[]
  /** Files that were uploaded since. The reconciliation of the storage deletes them in a week. */
  later: number
}

/**
 * Brings back the uploads that a site of an earlier moment names, and the storage deleted since. Objects never change, so those
 * that are there are the right ones.
 * @param backups the directory of the archives of `nightdesk backup`
 */
async function bringBackObjects(db: Db, storage: Store, backups: string): Promise<ObjectReport> {
  const stored = new Set<string>()
  for await (const { key } of storage.list()) stored.add(key)
  await deleteMissingRenditions(db, stored)
  const rows = await db.selectFrom('stored_objects').select('key').execute()
  const known = new Set(rows.map(({ key }) => key))
  const missing = known.difference(stored)
  const lost = new Set(missing)
  for (const path of await listAllArchives(backups)) {
    if (lost.size === 0) break
    await using archive = await openIfUsable(path)
    if (!archive) continue
    for (const key of lost) {
      const content = await readObject(archive, key)
      if (!content) continue
      await storage.put(key, await buffer(content))
      lost.delete(key)
    }
  }
  const later = [...stored.difference(known)].filter(isOwnKey).length
  return { returned: missing.size - lost.size, lost: [...lost], later }
}

/** Those that are gone are rendered again when somebody asks for them. */
async function deleteMissingRenditions(db: Db, stored: ReadonlySet<string>): Promise<void> {
  const rows = await db.selectFrom('renditions').select('filename').execute()
  const gone = rows.map(({ filename }) => filename).filter((filename) => !stored.has(filename))
  // One parameter, whatever the number of rows: a statement has 65,535 at most.
  const isGone = sql<string>`any(${gone})`
  await db.deleteFrom('renditions').where('filename', '=', isGone).execute()
  await db.deleteFrom('stored_objects').where('key', '=', isGone).execute()
}
