import { constants } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a directory, and those that lead to it. Node’s own recursion never ends where a file system takes no directories, such as
 * `/proc` or an automounter without the server.
 */
export async function makeDirectory(path: string, mode = 0o777): Promise<void> {
  const make = () => mkdir(path, mode).catch(ignoreExisting)
  try {
    await make()
  } catch (error) {
    const parent = dirname(path)
    if (codeOf(error) !== 'ENOENT' || parent === path) throw error
    await makeDirectory(parent, mode)
    await make().catch((cause) => {
      throw codeOf(cause) === 'ENOENT' ? new Error(`${parent} takes no new directory.`, { cause }) : cause
    })
  }
}

/** Everything is on the disk when it returns, but for the name: see {@link syncDirectory}. */
export async function writeDurably(path: string, bytes: string | Uint8Array) {
  await using file = await open(path, 'w', 0o600)
  await file.writeFile(bytes)
  await file.sync()
}

/** Replaces a file as a whole: whoever reads it finds the former or the new one, also after a power failure. */
export async function replaceFile(path: string, bytes: string | Uint8Array) {
  const partial = `${path}.partial`
  await writeDurably(partial, bytes)
  await rename(partial, path)
  await syncDirectory(dirname(path))
}

/** A new name survives a power failure only after fsync of its directory. Windows can neither open one nor needs to. */
export async function syncDirectory(directory: string) {
  if (process.platform === 'win32') return
  await using handle = await open(directory, constants.O_RDONLY)
  await handle.sync()
}

/** For `catch`: a missing file becomes undefined. */
export function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

/** For `catch`, where something may be there already. */
export function ignoreExisting(error: unknown): undefined {
  if (codeOf(error) !== 'EEXIST') throw error
}

/** The code of an error of the system. */
export const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code
