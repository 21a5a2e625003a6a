import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, mkdir, opendir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  attempt,
  get,
  head,
  ignoreMissing,
  storageError,
  syncDirectory,
  TEMPORARY,
} from '../disk/directory.ts'
import { checkedName } from '../keys.ts'
import type { LargeFiles } from './large-files.ts'

/** Large files as files of a directory, which is created if necessary. */
export function createLargeFilesOnDisk(directory: string): LargeFiles {
  return {
    write: async (name, bytes) => write(directory, checkedName(name), bytes),
    async fetch(name) {
      const path = join(directory, checkedName(name))
      await attempt(() => access(path), name)
      return path
    },
    head: async (name) => head(directory, checkedName(name)),
    get: async (name, range) => get(directory, checkedName(name), range),
    delete: (name) => attempt(() => rm(join(directory, deletable(name)), { force: true })),
    list: () => list(directory),
  }
}

/** A file that is being written can be deleted, and not fetched. */
const deletable = (name: string) => (TEMPORARY.test(name) ? name : checkedName(name))

async function write(directory: string, name: string, bytes: Readable): Promise<void> {
  const temporary = join(directory, `.${randomUUID()}`)
  try {
    await attempt(() => mkdir(directory, { recursive: true, mode: 0o700 }))
    await pipeline(bytes, createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }))
    await attempt(() => rename(temporary, join(directory, name)))
    await attempt(() => syncDirectory(directory))
  } catch (error) {
    await rm(temporary, { force: true })
    throw isOfTheFile(error) ? storageError(error) : error
  }
}

async function* list(directory: string): ReturnType<LargeFiles['list']> {
  const entries = await attempt(() => opendir(directory).catch(ignoreMissing))
  if (!entries) return
  for await (const { name } of entries) {
    // Deleted since the directory was read.
    const found = await attempt(() => stat(join(directory, name)).catch(ignoreMissing))
    if (found?.isFile()) yield { key: name, stored_at: found.mtime.toISOString() }
  }
}

/** Whether the file could not be written. Otherwise its bytes could not be read. */
const isOfTheFile = (error: unknown) =>
  ['open', 'write', 'fsync', 'close'].includes((error as NodeJS.ErrnoException | null)?.syscall ?? '')
