import { mkdtemp, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
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
  verifyBackup,
  writeBackup,
} from '@nightdesk/backup'
import { backupDirectory } from '@nightdesk/config'
import type { Database, Db } from '@nightdesk/db'
import { type ArchiveBucket, openBackupBucket } from '@nightdesk/storage'
import { type Selectable, sql } from 'kysely'
import type { Env } from './env.ts'
import type { JobContext } from './tasks.ts'

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

type Verdict = Pick<
  Selectable<Database['backups']>,
  'seconds' | 'stories' | 'versions' | 'pictures' | 'problem'
>

/** Problems that are recorded; the log has all of them. */
const RECORDED = 5

/** Restores a backup on trial, and records the verdict. A backup that does not come back is a verdict too, not a failed job. */
export async function proveBackup({ db, settings, log, finish }: JobContext, id?: number): Promise<void> {
  const place = await openPlace(settings)
  const backup = await findBackup(db, place, id)
  if (!backup) return
  await using archive = await place.open(backup.file)
  const verdict = await judge(archive.path, settings, log)
  await finish((tx) =>
    tx
      .updateTable('backups')
      .set({ ...verdict, verified_at: sql<string>`now()` })
      .where('id', '=', backup.id)
      .execute(),
  )
  log.info({ file: backup.file, ...verdict }, 'Backup verified')
}

/**
 * Without an id, the newest one; those that a clock that was ahead has dated in the future are last.
 * @throws when only other machines have it, so that the job is tried again, and one of them may take it
 */
async function findBackup(db: Db, place: Place, id: number | undefined) {
  const newest = db
    .selectFrom('backups')
    .select(['id', 'file'])
    .orderBy(sql`created_at > now()`)
    .orderBy('created_at', 'desc')
  const recorded = await (id === undefined ? newest : newest.where('id', '=', id)).execute()
  const names = new Set(await place.names())
  const found = recorded.find(({ file }) => names.has(file))
  if (!found && recorded.length > 0) throw new Error('The backup to verify is not on this machine')
  return found
}

async function judge(path: string, settings: Env, log: JobContext['log']): Promise<Verdict> {
  const { BACKUP_PASSPHRASE: passphrase } = settings
  try {
    const found = await verifyBackup(path, { key: passphrase ? { passphrase } : null })
    const { problems, seconds, stories, versions, pictures } = found
    if (problems.length > 0) log.error({ problems }, 'A backup does not come back as it was')
    const problem = problems.length > 0 ? problems.slice(0, RECORDED).join(' ') : null
    return { seconds, stories, versions, pictures, problem }
  } catch (error) {
    log.error({ err: error }, 'A backup could not be restored')
    const problem = error instanceof Error ? error.message : String(error)
    return { seconds: null, stories: null, versions: null, pictures: null, problem }
  }
}

/** Where the backups of a site are. */
interface Place {
  /** The machine that alone reaches it; null for a bucket. */
  host: string | null
  /** Archives are written here. The newest one stays here, and the next one copies from it. */
  directory: string
  /** Completes a new archive of the directory. */
  store(path: string): Promise<void>
  /** The names of all archives. */
  names(): Promise<string[]>
  delete(name: string): Promise<void>
  /** @returns an archive as a file of this machine, until it is disposed of */
  open(name: string): Promise<{ path: string } & AsyncDisposable>
}

async function openPlace(settings: Env): Promise<Place> {
  const bucket = await openBackupBucket(settings)
  return bucket ? inBucket(bucket, join(settings.DATA_DIR, 'backups', 'bucket')) : onDisk(settings)
}

function onDisk(settings: Env): Place {
  const directory = backupDirectory(settings)
  const pathOf = (name: string) => join(directory, name)
  return {
    host: hostname(),
    directory,
    async store() {},
    names: async () => (await listArchives(directory)).map((path) => basename(path)),
    delete: (name) => rm(pathOf(name), { force: true }),
    open: async (name) => ({ path: pathOf(name), async [Symbol.asyncDispose]() {} }),
  }
}

/** @param directory has a copy of the newest archive only */
function inBucket(bucket: ArchiveBucket, directory: string): Place {
  return {
    host: null,
    directory,
    async store(path) {
      try {
        await bucket.upload(basename(path), path)
      } catch (error) {
        await rm(path)
        throw error
      }
      for (const other of await listArchives(directory)) if (other !== path) await rm(other)
    },
    names: () => bucket.list(),
    delete: (name) => bucket.delete(name),
    async open(name) {
      const temporary = await mkdtemp(join(tmpdir(), 'nightdesk-backup-'))
      const remove = () => rm(temporary, { recursive: true, force: true })
      const path = join(temporary, name)
      try {
        await bucket.download(name, path)
      } catch (error) {
        await remove()
        throw error
      }
      return { path, [Symbol.asyncDispose]: remove }
    },
  }
}
