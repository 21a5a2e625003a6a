import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type EmbeddedPostgres, isLocked, lockDirectory } from '@nightdesk/db/embedded'
import { codeOf, diskSpace, makeDirectory, replaceFile, syncDirectory } from '@nightdesk/storage'
import { ArchiveDamaged, RestoreRefused } from '../manifest.ts'
import { SIGNING_KEY } from '../secrets.ts'
import { isScratch, scratchOf, swapPlanOf } from '../unfinished.ts'

/** What a restore replaces in a data directory. */
export const PARTS = ['postgres', 'uploads', SIGNING_KEY] as const
type Part = (typeof PARTS)[number]

/**
 * Builds data in a directory beside that of a site, which takes its place when it is complete. No site starts meanwhile.
 * @param parts those that `build` makes
 * @param occasion part of the name of the directory for the data of before
 * @returns what `build` has returned, and the directory with the data of before; null when there was none
 * @throws RestoreRefused when a part cannot be moved, or something else has the place of that directory
 */
export async function replaceData<T>(
  data_dir: string,
  parts: readonly Part[],
  build: (scratch: string) => Promise<T>,
  occasion?: string,
): Promise<{ built: T; before: string | null }> {
  // Otherwise the data of before an earlier restore, which was killed, would end up in two places.
  await completeRestore(data_dir)
  await requireMovable(data_dir, parts)
  using locks = new DisposableStack()
  locks.defer((await lockDirectory(join(data_dir, 'postgres'))).release)
  const scratch = scratchOf(data_dir)
  if (existsSync(scratch) && !(await isScratch(scratch)))
    throw new RestoreRefused(
      `${scratch} has other files, and would be deleted. Move them elsewhere; nothing has changed`,
    )
  // Of a restore that was killed.
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
  await mkdir(scratch)
  locks.defer((await lockDirectory(scratch)).release)
  let built: T
  try {
    built = await build(scratch)
  } catch (error) {
    const isFull = await isDiskFull(scratch, error)
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
    if (isFull)
      throw new Error(`There is no space left in ${data_dir}, and nothing has changed`, { cause: error })
    throw error
  }
  await planSwap(data_dir, occasion)
  return { built, before: await swap(data_dir) }
}

export const OCCUPIED = (data_dir: string): string =>
  `${data_dir} has a site already. With --replace, it is moved to a directory beside it, and what is restored takes its place`

/** @throws RestoreRefused while a site runs */
export async function requireStopped(data_dir: string): Promise<void> {
  const present = join(data_dir, 'postgres')
  await makeDirectory(present, 0o700)
  if (isLocked(present)) throw new RestoreRefused(`A site runs on ${data_dir}: stop it first`)
}

/** @throws RestoreRefused when one is a mount point, which cannot be renamed, nor be seen from its device: it may be of the same disk */
async function requireMovable(data_dir: string, parts: readonly Part[]): Promise<void> {
  // Linux has it; each line has a path, with blanks as \040.
  const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '')
  const points = mounts.split('\n').map((line) => line.split(' ')[4]?.replaceAll('\\040', ' '))
  for (const path of parts.map((part) => join(data_dir, part)))
    if (existsSync(path) && points.includes(await realpath(path)))
      throw new RestoreRefused(
        `${path} is a mount of its own and cannot be moved aside, and nothing has changed. Set DATA_DIR to an empty directory, restore there without --replace, and mount that`,
      )
}

interface Plan {
  /** Name of the directory, in the data directory, for what is there now. */
  before: string
}

/**
 * From here on, the restore takes place: if this process is killed, the next start of the site completes it.
 * @param occasion part of the name of the directory for the data of before
 */
export async function planSwap(data_dir: string, occasion = 'restore'): Promise<void> {
  await syncDirectory(scratchOf(data_dir))
  const time = new Date()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '')
  const plan: Plan = { before: `before-${occasion}-${time}` }
  await replaceFile(swapPlanOf(data_dir), JSON.stringify(plan))
}

/** Completes a restore that was killed while it moved its parts. Nothing happens where there is none. */
export async function completeRestore(data_dir: string): Promise<void> {
  if (!existsSync(swapPlanOf(data_dir))) return
  const lock = await lockDirectory(scratchOf(data_dir))
  try {
    if (existsSync(swapPlanOf(data_dir))) await swap(data_dir)
  } finally {
    lock.release()
  }
}

/**
 * Moves the parts of a data directory aside and the restored ones into their place. Each step can be repeated.
 * @returns the directory with the parts of before; null when there were none
 */
export async function swap(data_dir: string): Promise<string | null> {
  const scratch = scratchOf(data_dir)
  const plan: Plan = JSON.parse(await readFile(swapPlanOf(data_dir), 'utf8'))
  const before = join(data_dir, plan.before)
  for (const part of PARTS) {
    const restored = join(scratch, part)
    const present = join(data_dir, part)
    if (!existsSync(restored)) continue
    if (await hasData(part, present)) {
      await makeDirectory(before, 0o700)
      await rename(present, join(before, part))
      await syncDirectory(before)
    } else await rm(present, { recursive: true, force: true })
    await rename(restored, present)
  }
  await syncDirectory(data_dir)
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
  return existsSync(before) ? before : null
}

/** An empty directory is only a place for data, and so is that of Postgres where nothing ran but locks. */
async function hasData(part: Part, path: string): Promise<boolean> {
  if (!existsSync(path)) return false
  if (part === SIGNING_KEY) return true
  const names = await readdir(path)
  return names.some((name) => part !== 'postgres' || !/^(lock|use|\.s\.PGSQL\..*|partial-.*)$/.test(name))
}

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

/** Bytes of two segments of WAL. Without room for one, Postgres ends, and its client only learns that it is gone. */
const WAL_ROOM = 2 * 16 * 1024 * 1024

/** Whether a task that wrote files and ran a Postgres in a directory has failed since its disk is full. */
export async function isDiskFull(directory: string, error: unknown): Promise<boolean> {
  if (error instanceof RestoreRefused || error instanceof ArchiveDamaged) return false
  if (codeOf(error) === 'ENOSPC') return true
  return (await diskSpace(directory)).available < WAL_ROOM
}
