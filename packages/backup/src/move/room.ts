import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { formatBytes } from '@nightdesk/contracts/files'
import { diskSpace } from '@nightdesk/storage'
import { RestoreRefused } from '../errors.ts'

/** In bytes. */
export interface Room {
  needed: number
  available: number
}

/** Of the Postgres of an earlier release, installed, and an empty cluster. */
const FIXED = 150_000_000

/** The disk that a move takes: the rows once as text, and once in a new cluster. */
export async function roomForMove(data_dir: string): Promise<Room> {
  const needed = FIXED + 2 * (await sizeOf(join(data_dir, 'postgres', 'cluster', 'base')))
  const { available } = await diskSpace(data_dir)
  return { needed, available }
}

/** @throws RestoreRefused */
export async function requireRoom(data_dir: string): Promise<void> {
  const { needed, available } = await roomForMove(data_dir)
  if (available >= needed) return
  throw new RestoreRefused(
    `The database cannot be moved to the Postgres of this release: that takes ${formatBytes(needed)} in ${data_dir}, and ${formatBytes(available)} are free. ` +
      'Delete what is not needed there; nothing has changed',
  )
}

async function sizeOf(directory: string): Promise<number> {
  const names = await readdir(directory, { recursive: true })
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(directory, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
