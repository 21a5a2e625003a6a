import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isLocked, lockDirectory } from '@nightdesk/db/embedded'
import { isDiskFull } from '../restore/replace-data.ts'

const PREFIX = 'nightdesk-verify-'

/** The trial restore has proved nothing: its disk is full. */
export class NoRoomForTrial extends Error {
  override name = 'NoRoomForTrial'
}

/**
 * Runs a trial restore in a temporary directory. Those that a killed process left are deleted first.
 * @param task gets the directory, in which it has to stop every Postgres
 * @throws NoRoomForTrial
 */
export async function inScratch<T>(task: (directory: string) => Promise<T>): Promise<T> {
  await removeAbandoned()
  await using scratch = new AsyncDisposableStack()
  const directory = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  scratch.defer(() => remove(directory))
  scratch.adopt(await lockDirectory(directory), (lock) => lock.release())
  // Postgres may run as the user nobody, who needs access.
  await chmod(directory, 0o755)
  try {
    return await task(directory)
  } catch (error) {
    // A trial may run in another.
    if (error instanceof NoRoomForTrial || !(await isDiskFull(tmpdir(), error))) throw error
    const sentence = `There is no space left in ${tmpdir()} for a trial restore. The environment variable TMPDIR can name another directory`
    throw new NoRoomForTrial(sentence, { cause: error })
  }
}

/** Nobody needs the scratch database after a power failure, and it takes little memory from the site that runs beside it. */
export const SCRATCH_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '8MB',
  work_mem: '1MB',
  hash_mem_multiplier: 1,
  max_parallel_workers: 0,
  io_method: 'sync',
  autovacuum: 'off',
}

/** A Postgres that still runs in one of them ends by itself when its files are gone. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const directory = join(tmpdir(), name)
    if (name.startsWith(PREFIX) && (await isAbandoned(directory))) await remove(directory)
  }
}

/** Other users may verify backups too. */
async function isAbandoned(directory: string): Promise<boolean> {
  const owner = await stat(directory).then(
    ({ uid }) => uid,
    () => null, // it was deleted meanwhile
  )
  if (owner !== process.getuid?.()) return false
  if (existsSync(join(directory, 'lock'))) return !isLocked(directory)
  // Another process may just have made it, and is about to lock it.
  return !isRunning(Number(/-(\d+)-\w+$/.exec(directory)?.[1]))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false // there is no such process
  }
}

const remove = (directory: string) => rm(directory, { recursive: true, force: true, maxRetries: 10 })
