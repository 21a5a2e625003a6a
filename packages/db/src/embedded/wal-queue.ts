import { chown, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account.ts'

/** After so many seconds a segment is archived although it is not full: at most this much is lost with the disk. */
const ARCHIVE_TIMEOUT = 300

/** Where Postgres puts segments of WAL, until a job of the worker archives them. Its own disk: Postgres may write nowhere else. */
export const walQueueOf = (home: string): string => join(home, 'wal-queue')

/** `basic_archive` is the only archive module that comes with Postgres. It completes a file before it gives it its name. */
export const archiveSettings = (home: string) => ({
  archive_mode: 'on',
  archive_library: 'basic_archive',
  'basic_archive.archive_directory': walQueueOf(home),
  archive_timeout: ARCHIVE_TIMEOUT,
})

/** What `basic_archive` leaves when it is killed; it never deletes them. */
const TEMPORARY = 'archtemp.'

/** Before Postgres starts, so that no file is being written. */
export async function prepareWalQueue(home: string, { ids: { uid, gid } }: Account): Promise<void> {
  const queue = walQueueOf(home)
  await mkdir(queue, { recursive: true, mode: 0o700 })
  if (uid !== undefined && gid !== undefined) await chown(queue, uid, gid)
  for (const name of await readdir(queue)) if (name.startsWith(TEMPORARY)) await rm(join(queue, name))
}
