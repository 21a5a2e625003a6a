import { basename, join } from 'node:path'
import {
  ArchiveDamaged,
  describeBackup,
  expiredBackups,
  listArchives,
  lockOf,
  type Manifest,
  type NewBackup,
  openArchive,
  PRODUCT,
  RestoreRefused,
  signingSecret,
  writeBackup,
} from '@nightdesk/backup'
import type { Db } from '@nightdesk/db'
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

  const known = await knownBackups(db, place)
  const added = [written, ...(await findOthers(place, written, manifest.installation, known))]
  const all = [...known, ...added.map((backup) => ({ ...backup, is_proved: false }))]
  const expired = expiredBackups(all)
    .map(({ file }) => file)
    // A clock that is behind makes the new one the oldest.
    .filter((file) => file !== written.file)
  for (const file of expired) await place.delete(file)
  const kept = all.map(({ file }) => file).filter((file) => !expired.includes(file))
  await finish(async (tx) => {
    await tx.deleteFrom('backups').where('file', 'not in', kept).execute()
    await tx
      .insertInto('backups')
      .values(added.filter(({ file }) => kept.includes(file)))
      .onConflict((on) => on.column('file').doNothing())
      .execute()
  })
  log.info({ file: written.file, bytes: size, deleted: expired.length }, 'Backup written')
}

/** The recorded backups whose files are still there. */
async function knownBackups(db: Db, place: Place) {
  const names = new Set(await place.names())
  const rows = await db
    .selectFrom('backups')
    .select(['file', 'created_at', 'verified_at', 'problem'])
    .execute()
  return rows
    .filter(({ file }) => names.has(file))
    .map(({ verified_at, problem, ...row }) => ({
      ...row,
      is_proved: verified_at !== null && problem === null,
    }))
}

/** Backups of this site that the command line has written, or a run of this job that was killed at its end. */
async function findOthers(
  { directory }: Place,
  { file: written }: NewBackup,
  installation: string,
  known: { file: string }[],
): Promise<NewBackup[]> {
  const others: NewBackup[] = []
  for (const path of await listArchives(directory)) {
    const file = basename(path)
    if (file === written || known.some((backup) => backup.file === file)) continue
    const archive = await read(join(directory, file))
    if (archive?.manifest.installation === installation)
      others.push(describeBackup(path, archive.size, archive.manifest))
  }
  return others
}

/** @returns null for a file that is no whole archive; it is left alone */
async function read(path: string): Promise<{ manifest: Manifest; size: number } | null> {
  try {
    await using archive = await openArchive(path)
    return { manifest: archive.manifest, size: archive.size }
  } catch (error) {
    if (error instanceof ArchiveDamaged || error instanceof RestoreRefused) return null
    throw error
  }
}
