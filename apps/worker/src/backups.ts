import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import {
  ARCHIVE_NAME,
  describeBackup,
  expiredBackups,
  inScratch,
  listArchives,
  type NewBackup,
  NoRoomForTrial,
  readManifestIfUsable,
  verifyBackup,
  verifyWal,
  writeBackup,
} from '@nightdesk/backup'
import { backupDirectory, explain, walDirectory } from '@nightdesk/config'
import type { Database, Db } from '@nightdesk/db'
import { createLargeFilesOnDisk, type LargeFiles, ObjectNotFound, openBackupBucket } from '@nightdesk/storage'
import { type Selectable, sql } from 'kysely'
import type { Env } from './env.ts'
import type { JobContext, Task } from './task.ts'

/** Writes a backup, deletes those past their retention, and records which ones there are. */
export const backUp: Task<'back-up'> = async ({ db, storage, database_url: url, settings, log, finish }) => {
  const location = await openLocation(settings)
  const { path, size, manifest } = await writeBackup({ url, storage, settings }, location.directory)
  await location.store(path, size)
  const written = describeBackup({ path, size, manifest })

  const { known, gone } = await recordedBackups(db, location)
  const find = archivesOf(manifest.installation, log)
  const added = [written, ...(await find(location.files, [written, ...known]))]
  const expired = expiredBackups([...known, ...added])
    .map(({ file }) => file)
    // A clock that is behind makes the new one the oldest.
    .filter((file) => file !== written.file)
  const deleted = await deleteBackups(location.files, expired, log)
  if (location.host === null) {
    // An upgrade leaves its backup on this machine, also with a bucket.
    const here = createLargeFilesOnDisk(backupDirectory(settings))
    const local = expiredBackups(await find(here, []))
    await deleteBackups(
      here,
      local.map(({ file }) => file),
      log,
    )
  }
  await finish(async (tx) => {
    await tx
      .deleteFrom('backups')
      .where('file', '=', sql<string>`any(${[...gone, ...deleted]})`)
      .execute()
    await tx
      .insertInto('backups')
      .values(
        added
          .filter(({ file }) => !deleted.includes(file))
          .map((backup) => ({ ...backup, host: location.host })),
      )
      .onConflict((on) => on.column('file').doNothing())
      .execute()
  })
  log.info({ file: written.file, bytes: size, deleted: deleted.length }, 'Backup written')
}

/** A place may refuse deletion, such as a bucket that protects its files. @returns the deleted ones */
async function deleteBackups(files: LargeFiles, names: string[], log: JobContext['log']): Promise<string[]> {
  const deleted: string[] = []
  for (const file of names)
    await files.delete(file).then(
      () => deleted.push(file),
      (err: unknown) => log.warn({ err, file }, 'A backup past its retention could not be deleted'),
    )
  return deleted
}

/**
 * The recorded backups whose files are in a location, and the names of those whose files are gone. Those on the disk of another machine
 * are neither; they count as gone when that machine has made no backup for longer than one is kept.
 */
async function recordedBackups(db: Db, location: BackupLocation) {
  const names = new Set(await namesOf(location.files))
  const rows = await db
    .selectFrom('backups')
    .select(['file', 'created_at', 'level'])
    .select(sql<boolean>`verified_at is not null and problem is null`.as('is_verified'))
    .select(
      sql<boolean>`coalesce(host, ${hostname()}) = ${hostname()} or created_at < now() - interval '5 weeks'`.as(
        'is_expected',
      ),
    )
    .execute()
  return {
    known: rows.filter(({ file }) => names.has(file)),
    gone: rows.filter(({ file, is_expected }) => is_expected && !names.has(file)).map(({ file }) => file),
  }
}

/**
 * Finds the backups of a site in a location, without those that are known: the command line has written them, or a run of this job
 * that was killed at its end, or the database was restored since.
 */
const archivesOf =
  (installation: string, log: JobContext['log']) =>
  async (files: LargeFiles, known: { file: string }[]): Promise<NewBackup[]> => {
    const found: NewBackup[] = []
    for (const { key: name, stored_at } of await Array.fromAsync(files.list())) {
      if (!ARCHIVE_NAME.test(name) || known.some(({ file }) => file === name)) continue
      const archive = await readManifestIfUsable(files, name)
      if (archive?.manifest.installation === installation)
        found.push(describeBackup({ path: name, ...archive }))
      if (archive) continue
      if (stored_at < lastWeek() && (await isUnfinished(files, name))) await deleteBackups(files, [name], log)
      else log.warn({ name }, 'A file beside the backups cannot be read as one, and is left alone')
    }
    return found
  }

/** No upload of a backup takes longer. */
const lastWeek = () => new Date(Date.now() - 7 * 24 * 3_600_000).toISOString()

/** Whether a process was killed while it wrote a file to a bucket, whose parts stay there. */
const isUnfinished = (files: LargeFiles, name: string) =>
  files.head(name).then(
    () => false,
    (error) => {
      if (error instanceof ObjectNotFound) return true
      throw error
    },
  )

type Verdict = Pick<
  Selectable<Database['backups']>,
  'seconds' | 'stories' | 'versions' | 'pictures' | 'problem'
>

/** Problems that are recorded; the log has all of them. */
const RECORDED = 5

/**
 * Restores a backup on trial, and records the verdict. A backup that does not come back is a verdict too, not a failed job; a
 * full disk of the trial is none. Every week also restores the archive of WAL, before the verdict ends the job.
 */
export const verifyRecorded: Task<'verify-backup'> = async (ctx, { backup_id }) => {
  const { db, settings, log, finish } = ctx
  if (backup_id === undefined && settings.BACKUP_WAL === 'on') {
    const found = await verifyWal(ctx.database_url, walDirectory(settings))
    if (found?.problem) log.error(found, 'The archive of WAL does not come back')
    else if (found) log.info(found, 'Archive of WAL verified')
  }
  const location = await openLocation(settings)
  const backup = await findBackup(db, location, backup_id)
  if (!backup) return
  const verdict = await inScratch(async (directory) => {
    // Others may look into that directory.
    const own = join(directory, 'own')
    await mkdir(own, { mode: 0o700 })
    return verdictOn(await location.files.fetch(backup.file, own), settings, log)
  })
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
async function findBackup(db: Db, location: BackupLocation, id: number | undefined) {
  const newest = db
    .selectFrom('backups')
    .select(['id', 'file'])
    .orderBy(sql`created_at > now()`)
    .orderBy('created_at', 'desc')
  const recorded = await (id === undefined ? newest : newest.where('id', '=', id)).execute()
  const names = new Set(await namesOf(location.files))
  const found = recorded.find(({ file }) => names.has(file))
  if (!found && recorded.length > 0) throw new Error('The backup to verify is not on this machine')
  return found
}

async function verdictOn(path: string, settings: Env, log: JobContext['log']): Promise<Verdict> {
  const { BACKUP_PASSPHRASE: passphrase } = settings
  try {
    const { problems, seconds, stories, versions, pictures } = await verifyBackup(path, {
      key: passphrase ? { passphrase } : null,
    })
    if (problems.length > 0) log.error({ problems }, 'A backup does not come back as it was')
    const problem = problems.slice(0, RECORDED).join(' ') || null
    return { seconds, stories, versions, pictures, problem }
  } catch (error) {
    if (error instanceof NoRoomForTrial) throw error
    log.error({ err: error }, 'A backup could not be restored')
    return { seconds: null, stories: null, versions: null, pictures: null, problem: explain(error) }
  }
}

/** Where the backups of a site are. */
interface BackupLocation {
  /** The machine that alone reaches it; null for a bucket. */
  host: string | null
  /** Archives are written here. The newest one stays here, and the next one copies from it. */
  directory: string
  files: LargeFiles
  /** Completes a new archive of the directory. @param size in bytes */
  store(path: string, size: number): Promise<void>
}

async function openLocation(settings: Env): Promise<BackupLocation> {
  const bucket = await openBackupBucket(settings)
  if (bucket) return inBucket(bucket, join(settings.DATA_DIR, 'backups', 'bucket'))
  const directory = backupDirectory(settings)
  return { host: hostname(), directory, files: createLargeFilesOnDisk(directory), async store() {} }
}

/** @param directory has a copy of the newest archive only */
const inBucket = (files: LargeFiles, directory: string): BackupLocation => ({
  host: null,
  directory,
  files,
  async store(path, size) {
    try {
      await files.write(basename(path), createReadStream(path), size)
    } catch (error) {
      await rm(path)
      throw error
    }
    for (const other of await listArchives(directory)) if (other !== path) await rm(other)
  },
})

const namesOf = (files: LargeFiles): Promise<string[]> => Array.fromAsync(files.list(), ({ key }) => key)
