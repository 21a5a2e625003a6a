import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
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
import { backupDirectory } from '@nightdesk/config'
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
  const find = archivesOf(manifest.installation, log)
  const added = [written, ...(await find(place.directory, [written, ...known]))]
  const all = [...known, ...added.map((backup) => ({ ...backup, is_proved: false }))]
  const expired = expiredBackups(all)
    .map(({ file }) => file)
    // A clock that is behind makes the new one the oldest.
    .filter((file) => file !== written.file)
  for (const file of expired) await place.delete(file)
  if (place.host === null) {
    // An upgrade leaves its backup on this machine, also with a bucket.
    const directory = backupDirectory(settings)
    const local = (await find(directory, [])).map((backup) => ({ ...backup, is_proved: false }))
    for (const { file } of expiredBackups(local)) await rm(join(directory, file), { force: true })
  }
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

/**
 * Finds the backups of a site in a directory, without those that are known: the command line has written them, or a run of this job
 * that was killed at its end.
 */
const archivesOf =
  (installation: string, log: JobContext['log']) =>
  async (directory: string, known: { file: string }[]): Promise<NewBackup[]> => {
    const found: NewBackup[] = []
    for (const path of await listArchives(directory)) {
      if (known.some(({ file }) => file === basename(path))) continue
      await using archive = await openIfUsable(path)
      if (!archive) log.warn({ path }, 'A file beside the backups cannot be read as one, and is left alone')
      if (archive?.manifest.installation === installation)
        found.push(describeBackup(path, archive.size, archive.manifest))
    }
    return found
  }
