import { randomUUID } from 'node:crypto'
import { lstat, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ExportError } from '../export-error.ts'

/**
 * Writes a file or a folder under another name, and gives it its own when it is complete. After a failure, nothing of it is
 * left.
 * @param path must not exist
 */
export async function underFinalName<T>(path: string, write: (partial: string) => Promise<T>): Promise<T> {
  if (await exists(path))
    throw new ExportError(`${path} exists already. Choose another name, or remove it first.`)
  const partial = join(dirname(path), `.partial-${basename(path)}-${randomUUID()}`)
  try {
    const result = await write(partial)
    if (await exists(path))
      throw new ExportError(`${path} was made by another program meanwhile. Choose another name.`)
    await rename(partial, path)
    await syncFolder(dirname(path))
    return result
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw inWords(error, path)
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** A new name is lost in a power failure until its folder is on the disk. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}

function inWords(error: unknown, path: string): unknown {
  const sentence = new Map([
    ['ENOSPC', `There is no space left for the export in ${dirname(path)}.`],
    ['ENOENT', `The folder ${dirname(path)} does not exist.`],
    ['EACCES', `The folder ${dirname(path)} may not be written to.`],
  ]).get(codeOf(error))
  return sentence ? new ExportError(sentence, { cause: error }) : error
}

/** Errors of the file system have a code. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
