import { mkdtemp, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { listArchives } from '@nightdesk/backup'
import { backupDirectory } from '@nightdesk/config'
import { type ArchiveBucket, openBackupBucket } from '@nightdesk/storage'
import type { Env } from '../env.ts'

/** Where the backups of a site are. */
export interface Place {
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

export async function openPlace(settings: Env): Promise<Place> {
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
