import { hostname } from 'node:os'
import { basename } from 'node:path'
import {
  describeBackup,
  expiredBackups,
  listArchives,
  lockOf,
  type NewBackup,
  openIfUsable,
  PRODUCT,
  signingSecret,
  writeBackup,
} from '@nightdesk/backup'
import type { Db } from '@nightdesk/db'
import { sql } from 'kysely'
import type { JobContext } from '../tasks.ts'
import { openPlace, type Place } from './place.ts'

/** Writes a backup, deletes those past their retention, and records which ones there are. */
export async function makeBackup({
  db,
  storage,
  database_url: url,
  settings,
  log,
  finish,
}: JobContext): Promise<void> {
  const place = await openPlace(settings)
  const [previous] = await listArchives(place.directory)
  const jwt_secret = await signingSecret(settings)
  const source = { url, storage, product: PRODUCT, jwt_secret }
  const options = { directory: place.directory, lock: lockOf(settings), previous }
  const { path, size, manifest } = await writeBackup(source, options)
  await place.store(path)
  const written = describeBackup(path, size, manifest)

  const { known, gone } = await recordedBackups(db, place)
  const added = [written, ...(await findOthers(place, written, manifest.installation, known, log))]
  const all = [...known, ...added.map((backup) => ({ ...backup, is_proved: false }))]
  const expired = expiredBackups(all)
    .map(({ file }) => file)
    // A clock that is behind makes the new one the oldest.
    .filter((file) => file !== written.file)
  for (const file of expired) await place.delete(file)
  await finish(async (tx) => {
    await tx
      .deleteFrom('backups')
      .where('file', '=', sql<string>`any(${[...gone, ...expired]})`)
      .execute()
    await tx
      .insertInto('backups')
      .values(
        added
          .filter(({ file }) => !expired.includes(file))
          .map((backup) => ({ ...backup, host: place.host })),
      )
      .onConflict((on) => on.column('file').doNothing())
      .execute()
  })
  log.info({ file: written.file, bytes: size, deleted: expired.length }, 'Backup written')
}

/**
 * The recorded backups whose files are in a place, and the names of those whose files are gone. Those on the disk of another machine
 * are neither; they count as gone when that machine has made no backup for longer than one is kept.
 */
async function recordedBackups(db: Db, place: Place) {
  const names = new Set(await place.names())
  const rows = await db
    .selectFrom('backups')
    .select(['file', 'created_at', 'verified_at', 'problem', 'level', 'host'])
    .select(sql<boolean>`created_at < now() - interval '5 weeks'`.as('is_old'))
    .execute()
  return {
    known: rows
      .filter(({ file }) => names.has(file))
      .map(({ file, created_at, level, verified_at, problem }) => ({
        ...{ file, created_at, level },
        is_proved: verified_at !== null && problem === null,
      })),
    gone: rows
      .filter(
        ({ file, host, is_old }) => !names.has(file) && (is_old || host === null || host === hostname()),
      )
      .map(({ file }) => file),
  }
}

/** Backups of this site that the command line has written, or a run of this job that was killed at its end. */
async function findOthers(
  { directory }: Place,
  { file: written }: NewBackup,
  installation: string,
  known: { file: string }[],
  log: JobContext['log'],
): Promise<NewBackup[]> {
  const others: NewBackup[] = []
  for (const path of await listArchives(directory)) {
    const file = basename(path)
    if (file === written || known.some((backup) => backup.file === file)) continue
    await using archive = await openIfUsable(path)
    if (!archive) log.warn({ path }, 'A file beside the backups cannot be read as one, and is left alone')
    if (archive?.manifest.installation === installation)
      others.push(describeBackup(path, archive.size, archive.manifest))
  }
  return others
}
