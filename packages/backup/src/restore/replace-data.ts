import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isLocked, lockDirectory } from '@nightdesk/db/embedded'
import { RestoreRefused } from '../errors.ts'
import { scratchOf } from '../unfinished.ts'
import { planSwap, swap } from './swap.ts'

/** Milliseconds in which Postgres writes all rows that were loaded, in its last checkpoint. */
export const SHUTDOWN_LIMIT = 300_000

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
 * @param occasion part of the name of the directory for the data of before
 * @returns the directory with the data of before; null when there was none
 */
export async function replaceData(
  data_dir: string,
  build: (scratch: string) => Promise<void>,
  occasion?: string,
): Promise<string | null> {
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
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
    throw error
  }
  await planSwap(data_dir, occasion)
  return swap(data_dir)
}
