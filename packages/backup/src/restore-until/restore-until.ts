import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, migrate, numberedLevels } from '@nightdesk/db'
import { type EmbeddedPostgres, walQueueOf } from '@nightdesk/db/embedded'
import { missingSegment, readSystemIdentifier } from '@nightdesk/db/wal'
import type { Store } from '@nightdesk/storage'
import { openClient } from '../client.ts'
import { ArchiveDamaged, RestoreRefused } from '../errors.ts'
import { fillPostgres, OCCUPIED, replaceData, requireStopped } from '../restore/replace-data.ts'
import { findUse } from '../restore/use.ts'
import { type Findings, recheck } from '../verify/recheck.ts'
import { collectSegments } from '../wal/collect-segments.ts'
import type { Progress } from '../write-backup.ts'
import { type FoundBase, findOrigins } from './find-origins.ts'
import { bringBackObjects, type ObjectReport } from './missing-objects.ts'
import { type Recovery, recover } from './recover.ts'

export interface UntilTarget {
  data_dir: string
  /** Of WAL and base backups. */
  archive: string
  /** Of the archives of `nightdesk backup`. */
  backups: string
  storage: Store
}

export interface UntilOptions {
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
  const report = Promise.withResolvers<Omit<UntilReport, 'before'>>()
  const before = await replaceData(data_dir, ['postgres'], async (scratch) => {
    const present = await collectPresent(target)
    const origins = await findOrigins(target.archive, until, present)
    const found = await reach(origins, {
      until,
      target,
      present,
      home: join(scratch, 'postgres'),
      onProgress,
    })
    report.resolve(await complete(found, target))
  })
  return { ...(await report.promise), before }
}

const clusterOf = (data_dir: string) => join(data_dir, 'postgres', 'cluster')

/** Archives what the site that is there has put into its queue. @returns its system identifier; null without a site */
async function collectPresent({ data_dir, archive }: UntilTarget): Promise<string | null> {
  const present = await readSystemIdentifier(clusterOf(data_dir))
  const queue = walQueueOf(join(data_dir, 'postgres'))
  if (present !== null && existsSync(queue)) await collectSegments(queue, join(archive, present))
  return present
}

interface Attempt {
  until: string
  target: UntilTarget
  present: string | null
  home: string
  onProgress: (progress: Progress) => void
}

interface Reached {
  postgres: EmbeddedPostgres
  base: string
  last_change: string | null
}

/**
 * A restore begins a timeline, and a way back continues an earlier one: which one lived at that moment, its WAL says. An older base
 * backup of a timeline leads to the same moment, and is needed only where a later one is damaged.
 */
async function reach(
  origins: FoundBase[][],
  { until, target, present, home, onProgress }: Attempt,
): Promise<Reached> {
  let refusal: Error | undefined
  for (const bases of origins) {
    let damage: ArchiveDamaged | undefined
    for (const { cluster, base } of bases) {
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
      const pg_wal = cluster.id === present ? join(clusterOf(target.data_dir), 'pg_wal') : null
      const moment = { until, onProgress, options: { archives: true } }
      const recovery = await recover({ cluster, base, pg_wal }, home, moment).catch((error: unknown) => {
        if (error instanceof ArchiveDamaged) return error
        throw error
      })
      if (recovery instanceof ArchiveDamaged) {
        damage ??= recovery
        continue
      }
      const { postgres, last_change } = recovery
      if (postgres) return { postgres, base: base.ended_at, last_change }
      refusal ??= new RestoreRefused(tooShort({ cluster, base }, recovery))
      break
    }
    refusal ??= damage
  }
  throw refusal ?? new Error('There is no base backup to begin with')
}

function tooShort({ cluster, base }: FoundBase, { last_change, damaged }: Recovery): string {
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
  { postgres, ...reached }: Reached,
  { storage, backups }: UntilTarget,
): Promise<Omit<UntilReport, 'before'>> {
  return fillPostgres(postgres, async () => {
    await updateSchema(postgres)
    await using connection = connect(postgres.owner_url, { statementTimeout: 0 })
    // An earlier moment must not revive a session that was ended since.
    await connection.db.deleteFrom('sessions').execute()
    const objects = await bringBackObjects(connection.db, storage, backups)
    return { ...reached, ...(await recheck(connection.db)), objects }
  })
}

/** @throws RestoreRefused when that moment was lived through by a newer version */
async function updateSchema({ owner_url, url }: EmbeddedPostgres): Promise<void> {
  await using client = await openClient(owner_url)
  const { level } = await findUse(client)
  if (level === null || !(await numberedLevels()).includes(level))
    throw new RestoreRefused('The site of that moment is of a newer Nightdesk: update this one first')
  await migrate(owner_url, url)
}
