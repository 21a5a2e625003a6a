import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type EmbeddedPostgres, isLocked, lockDirectory } from '@nightdesk/db/embedded'
import { RestoreRefused } from '../errors.ts'
import { scratchOf } from '../unfinished.ts'
import { isDiskFull } from './disk-full.ts'
import { type Part, planSwap, requireMovable, swap } from './swap.ts'

/** Milliseconds in which Postgres writes all rows that were loaded, in its last checkpoint. */
const SHUTDOWN_LIMIT = 300_000
/** The same after a failure, when its files are deleted anyway. On a full disk, its checkpoint would never end. */
const ABORT_LIMIT = 1_000

/** Fills the Postgres of a site that is being built, and stops it. */
export async function fillPostgres<T>(postgres: EmbeddedPostgres, fill: () => Promise<T>): Promise<T> {
  try {
    const filled = await fill()
    await postgres.stop(SHUTDOWN_LIMIT)
    return filled
  } catch (error) {
    await postgres.stop(ABORT_LIMIT)
    throw error
  }
}

export const OCCUPIED = (data_dir: string): string =>
  `${data_dir} has a site already. With --replace, it is moved to a directory beside it, and what is restored takes its place`

/** @throws RestoreRefused while a site runs */
export async function requireStopped(data_dir: string): Promise<void> {
  const present = join(data_dir, 'postgres')
  await mkdir(present, { recursive: true, mode: 0o700 })
  if (isLocked(present)) throw new RestoreRefused(`A site runs on ${data_dir}: stop it first`)
}

/**
 * Builds data in a directory beside that of a site, which takes its place when it is complete. No site starts meanwhile.
 * @param parts those that `build` makes
 * @param occasion part of the name of the directory for the data of before
 * @returns the directory with the data of before; null when there was none
 * @throws RestoreRefused when a part cannot be moved
 */
export async function replaceData(
  data_dir: string,
  parts: readonly Part[],
  build: (scratch: string) => Promise<void>,
  occasion?: string,
): Promise<string | null> {
  await requireMovable(data_dir, parts)
  using locks = new DisposableStack()
  locks.defer((await lockDirectory(join(data_dir, 'postgres'))).release)
  const scratch = scratchOf(data_dir)
  // Of a restore that was killed.
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
  await mkdir(scratch)
  locks.defer((await lockDirectory(scratch)).release)
  try {
    await build(scratch)
  } catch (error) {
    const isFull = await isDiskFull(scratch, error)
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
    if (isFull)
      throw new Error(`There is no space left in ${data_dir}, and nothing has changed`, { cause: error })
    throw error
  }
  await planSwap(data_dir, occasion)
  return swap(data_dir)
}
