import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** A killed process holds its lock for a moment longer. */
const ATTEMPTS = 20
const PAUSE = 50

/**
 * Locks a directory for this process. The operating system releases the lock however its holder dies, so it is never
 * stale. Node has no function for file locks, so the SQLite that comes with Node takes it.
 * @throws when another process holds it
 */
export async function lockDirectory(directory: string): Promise<{ release(): void }> {
  const database = new DatabaseSync(join(directory, 'lock'), { timeout: 0 })
  for (let attempt = 1; !isTaken(database); attempt++) {
    if (attempt === ATTEMPTS) {
      database.close()
      throw new Error(
        `Another Nightdesk is running on ${directory}. Stop it first, or set DATA_DIR to another directory.`,
      )
    }
    await sleep(PAUSE)
  }
  return { release: () => database.isOpen && database.close() }
}

/** Whether a live process holds the lock of a directory. */
export function isLocked(directory: string): boolean {
  const database = new DatabaseSync(join(directory, 'lock'), { timeout: 0 })
  try {
    return !isTaken(database)
  } finally {
    database.close()
  }
}

/** Another lock, which any number of short tasks hold at once: those that use the Postgres of the directory. */
const openUse = (directory: string) => new DatabaseSync(join(directory, 'use'), { timeout: 0 })

/** A use of the Postgres of a directory, until it is closed. @returns null while the one that has started it is about to stop it */
export function beginUse(directory: string): Pick<DatabaseSync, 'close'> | null {
  const use = openUse(directory)
  if (isTaken(use, 'begin; select * from sqlite_master')) return use
  use.close()
  return null
}

/** Waits until no other task uses the Postgres of a directory. From then on none begins to, until the lock is closed. */
export async function untilUnused(directory: string): Promise<Pick<DatabaseSync, 'close'>> {
  const lock = openUse(directory)
  while (!isTaken(lock)) await sleep(PAUSE)
  return lock
}

const SQLITE_BUSY = 5

function isTaken(database: DatabaseSync, statement = 'begin exclusive'): boolean {
  try {
    // A journal in a file would have to be written, which a full disk refuses.
    database.exec(`pragma journal_mode = memory; ${statement}`)
    return true
  } catch (error) {
    // node:sqlite puts SQLite's own code there
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false
    throw error
  }
}

/** Part of the command line of every process of the Postgres on this directory: identifies them. */
export const clusterName = (home: string) =>
  `nightdesk-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`

const PATIENCE = 10_000

/**
 * Stops the Postgres processes of a killed run and deletes the files with their ids. Those ids may belong to another
 * program by now, or to a zombie, and Postgres would refuse to start because of them.
 * Only for the holder of the directory's lock.
 */
export async function clearLeftovers(home: string, socketDirectory: string): Promise<void> {
  await stopOrphans(clusterName(home))
  const files = [
    join(home, 'cluster', 'postmaster.pid'),
    join(socketDirectory, '.s.PGSQL.5432'),
    join(socketDirectory, '.s.PGSQL.5432.lock'),
  ]
  await Promise.all(files.map((file) => rm(file, { force: true })))
}

async function stopOrphans(name: string): Promise<void> {
  const patienceEnds = performance.now() + PATIENCE
  for (let asked = false; ; asked = true) {
    const orphans = await findProcesses(name)
    if (orphans.length === 0) return
    const { pid: postmaster } = orphans.find(({ isPostmaster }) => isPostmaster) ?? {}
    // Without a postmaster the other processes end by themselves.
    if (postmaster && !asked) signal(postmaster, 'SIGINT')
    if (performance.now() > patienceEnds) for (const { pid } of orphans) signal(pid, 'SIGKILL')
    await sleep(20)
  }
}

interface Process {
  pid: number
  isPostmaster: boolean
}

async function findProcesses(name: string): Promise<Process[]> {
  const commands = process.platform === 'linux' ? await readProc() : await readPs()
  return commands.flatMap(([pid, command]) => {
    const isPostmaster = command.includes(`cluster_name=${name}`)
    return isPostmaster || command.startsWith(`postgres: ${name}`) ? [{ pid, isPostmaster }] : []
  })
}

type Command = [pid: number, command: string]

async function readProc(): Promise<Command[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))
  // A process may have ended meanwhile; a zombie has no command line.
  const read = (pid: string) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return Promise.all(pids.map(async (pid): Promise<Command> => [Number(pid), await read(pid)]))
}

async function readPs(): Promise<Command[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,command='])
  return stdout.split('\n').map((line): Command => {
    const [, pid, command = ''] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? []
    return [Number(pid), command]
  })
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    // The process ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // process.kill throws nothing else
  }
}
