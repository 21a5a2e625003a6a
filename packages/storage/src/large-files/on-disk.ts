import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncDirectory } from '../disk.ts'
import { ObjectNotFound, StorageFull, StorageUnavailable } from '../errors.ts'
import { checkedKey } from '../keys.ts'
import type { LargeFiles } from './large-files.ts'

/** Large files as files of a directory, which is created if necessary. */
export function createLargeFilesOnDisk(directory: string): LargeFiles {
  return {
    write: async (name, bytes) => write(directory, checkedKey(name), bytes),
    async fetch(name) {
      const path = join(directory, checkedKey(name))
      await attempt(() => access(path), name)
      return path
    },
    async head(name) {
      const { size, mtime } = await attempt(() => stat(join(directory, checkedKey(name))), name)
      return { key: name, size, stored_at: mtime.toISOString() }
    },
    async get(name, range) {
      const file = await attempt(() => open(join(directory, checkedKey(name))), name)
      return file.createReadStream(range)
    },
    delete: (name) => attempt(() => rm(join(directory, checkedName(name)), { force: true })),
    list: () => list(directory),
  }
}

/** What is being written has a name of its own, which cannot be fetched. */
const TEMPORARY = /^\.[0-9a-f-]{36}$/

const checkedName = (name: string) => (TEMPORARY.test(name) ? name : checkedKey(name))

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
  const entries = await opendir(directory).catch(ignoreMissing)
  if (!entries) return
  for await (const { name } of entries) {
    // Deleted since the directory was read.
    const found = await stat(join(directory, name)).catch(ignoreMissing)
    if (found?.isFile()) yield { key: name, stored_at: found.mtime.toISOString() }
  }
}

async function attempt<T>(operation: () => Promise<T>, name?: string): Promise<T> {
  try {
    return await operation()
  } catch (cause) {
    if (name !== undefined && codeOf(cause) === 'ENOENT') throw new ObjectNotFound(name, { cause })
    throw storageError(cause)
  }
}

function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw storageError(error)
}

/** `ENOSPC`: the volume is full. `EDQUOT`: the user may not write more. */
const storageError = (cause: unknown) =>
  ['ENOSPC', 'EDQUOT'].includes(codeOf(cause) ?? '')
    ? new StorageFull('The volume of the storage is full', { cause })
    : new StorageUnavailable('The storage directory cannot be used', { cause })

/** Whether the file could not be written. Otherwise its bytes could not be read. */
const isOfTheFile = (error: unknown) =>
  ['open', 'write', 'fsync', 'close'].includes((error as NodeJS.ErrnoException | null)?.syscall ?? '')

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code
