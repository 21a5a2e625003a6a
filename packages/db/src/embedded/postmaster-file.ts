import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The contents of `postmaster.pid`, which Postgres writes into the data directory. */
export interface PostmasterFile {
  pid: number
  /** The directory of its socket. */
  socket: string
  /** Whether it accepts connections. */
  isReady: boolean
}

/** Lines 1, 5 and 8; undefined without the file. A killed postmaster leaves it behind. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  return { pid: Number(lines[0]), socket: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' }
}
