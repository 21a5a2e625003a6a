import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDirectory } from '@nightdesk/storage/directory'
import {
  type Account,
  type Binaries,
  chooseAccount,
  clusterMajor,
  createCluster,
  DATABASE,
  ENVIRONMENT,
  findBinaries,
  OWNER,
  POSTGRES_MAJOR,
  REPLICATION,
  RUNTIME,
  SUPERUSER,
} from './cluster.ts'
import { downloadEarlier } from './earlier-release.ts'
import { beginUse, clearLeftovers, clusterName, isLocked, lockDirectory, untilUnused } from './lock.ts'

export { type Binaries, clusterMajor, downloadEarlier, isLocked, lockDirectory, POSTGRES_MAJOR }

export interface EmbeddedOptions {
  /** Called with every line of Postgres's log. */
  onLog?: (line: string) => void
  /** Aborts the start; its reason is the error. */
  signal?: AbortSignal
  /** Whether every segment of WAL that is complete, or five minutes old, is copied into `walQueueOf(directory)`. */
  archives?: boolean
  /**
   * Milliseconds after a line of its log until it must accept connections or write another. Default: a minute. While it recovers
   * from a crash, which may take many, it writes one every ten seconds.
   */
  startLimit?: number
  /** Of another Postgres than that of this release, to read a cluster that it made. */
  binaries?: Binaries
  /** Whether the caller has locked the directory. */
  isLocked?: boolean
  /** Override the settings of Postgres: for many servers, for a scratch database, which needs no durability, and for recovery. */
  settings?: Record<string, string | number>
}

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** Connection strings for `pg`, one per role. The same after every start on the same directory. */
export interface EmbeddedUrls {
  /** Of the runtime role. Its grants are made after each migration. */
  url: string
  /** Of the role that owns all tables, for migrations. */
  owner_url: string
  /** Creates the databases of tests. */
  superuser_url: string
}

/** A running Postgres that only this account can reach, through a Unix socket. */
export interface EmbeddedPostgres extends EmbeddedUrls, AsyncDisposable {
  /** Of the postmaster. */
  pid: number
  /** Resolves when the postmaster has ended, for any reason. */
  exited: Promise<Exit>
  /** A fast shutdown: ends connections and writes a checkpoint. Killed after `timeout` ms (default 10,000). */
  stop(timeout?: number): Promise<void>
}

const START_TIMEOUT = 60_000
const BORROW_TIMEOUT = 10_000

/**
 * Starts the Postgres that comes with Nightdesk on a directory, which it creates and locks. Leftovers of an earlier run,
 * even a running Postgres, are removed first.
 * @throws when another process runs a Postgres on the directory, or when there is no Postgres for this machine
 */
export async function startEmbedded(
  directory: string,
  options: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const home = await createHome(directory)
  const lock = options.isLocked ? null : await lockDirectory(home)
  try {
    const binaries = options.binaries ?? (await findBinaries())
    const account = chooseAccount(home)
    const socket = socketDirectory(home, account)
    await clearLeftovers(home, socket)
    const cluster = await createCluster(home, binaries, account)
    if (options.archives) await prepareWalQueue(home, account)
    const child = launch(
      binaries.postgres,
      settings(home, cluster, socket, { ...options, binaries }),
      account,
    )
    const exited = exitOf(child)
    exited.finally(() => lock?.release())
    const pid = await untilReady(child, exited, cluster, options)
    return {
      ...urlsAt(socket),
      pid,
      exited,
      stop: (timeout) => stop(child, exited, timeout),
      [Symbol.asyncDispose]: () => stop(child, exited),
    }
  } catch (error) {
    lock?.release()
    throw error
  }
}

/**
 * The Postgres of a directory for a short task: that of a running site or of another task, or else one that is started now and
 * stopped when disposed, as soon as no other task uses it.
 * @throws like {@link startEmbedded}, and when the Postgres of a running site is not ready within ten seconds
 */
export async function borrowEmbedded(
  directory: string,
  options: Pick<EmbeddedOptions, 'archives'> = {},
): Promise<EmbeddedUrls & AsyncDisposable> {
  const home = await createHome(directory)
  const deadline = performance.now() + BORROW_TIMEOUT
  // The Postgres of a running site may be starting or restarting, and that of another short task ends.
  while (isLocked(home)) {
    const postmaster = await readPostmasterFile(join(home, 'cluster'))
    const use = postmaster?.isReady ? beginUse(home) : null
    if (postmaster && use)
      return { ...urlsAt(postmaster.socket), [Symbol.asyncDispose]: async () => use.close() }
    if (performance.now() > deadline)
      throw new Error(`The database of the Nightdesk that runs on ${home} does not answer`)
    await sleep(50)
  }
  const postgres = await startEmbedded(home, options).catch((error) => {
    // Another task, or the site, was faster.
    if (isLocked(home)) return null
    throw error
  })
  if (!postgres) return borrowEmbedded(directory, options)
  return {
    ...postgres,
    async [Symbol.asyncDispose]() {
      const lock = await untilUnused(home)
      await postgres.stop()
      lock.close()
    },
  }
}

function urlsAt(socket: string): EmbeddedUrls {
  const urlOf = (role: string) => `postgresql://${role}@/${DATABASE}?host=${encodeURIComponent(socket)}`
  return { url: urlOf(RUNTIME), owner_url: urlOf(OWNER), superuser_url: urlOf(SUPERUSER) }
}

/** For a connection that speaks the replication protocol. @param url of the runtime role of an embedded Postgres */
export const replicationUrl = (url: string): string =>
  `${url.replace(`//${RUNTIME}@`, `//${REPLICATION}@`)}&replication=database`

async function createHome(directory: string): Promise<string> {
  try {
    await makeDirectory(directory)
    await chmod(directory, 0o700)
    return await realpath(directory)
  } catch (cause) {
    throw new Error(`${directory} cannot be used, set DATA_DIR to a directory that can be written to`, {
      cause,
    })
  }
}

const settings = (
  home: string,
  cluster: string,
  socket: string,
  { binaries, archives, settings: own }: EmbeddedOptions & { binaries: Binaries },
) => {
  const values = {
    cluster_name: clusterName(home),
    listen_addresses: '',
    // A list, in which a comma ends an unquoted path.
    unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: 60,
    shared_buffers: sharedBuffers(),
    // Saves 16 MB: WAL is written after each change of a person, so more is never waiting; and nobody replicates rows.
    wal_buffers: '1MB',
    max_logical_replication_workers: 0,
    // Saves three processes that read ahead, which small tables do not need.
    ...(binaries.major >= 18 && { io_method: 'sync' }),
    log_checkpoints: 'off',
    // Failed statements contain what people wrote: only the process that sent them decides what to log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    // `basic_archive` is the only archive module that comes with Postgres. It completes a file before it gives it its name.
    ...(archives && {
      archive_mode: 'on',
      archive_library: 'basic_archive',
      'basic_archive.archive_directory': walQueueOf(home),
      archive_timeout: ARCHIVE_TIMEOUT,
    }),
    ...own,
  }
  return ['-D', cluster, ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

type Postmaster = ReturnType<typeof launch>

function launch(postgres: string, args: string[], account: Account) {
  const [file = postgres, ...rest] = [...account.prefix, postgres, ...args]
  return spawn(file, rest, {
    ...account.ids,
    cwd: '/',
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own process group: Ctrl-C must not stop Postgres before the programs that use it.
    detached: true,
  })
}

/** Resolves when a process has ended, or could not be started: its log has the reason. */
export const exitOf = (child: ChildProcess) =>
  new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => resolve({ code: null, signal: null }))
  })

/** @returns the postmaster's pid */
async function untilReady(
  child: Postmaster,
  exited: Promise<Exit>,
  cluster: string,
  { onLog = () => {}, signal, startLimit = START_TIMEOUT }: EmbeddedOptions,
): Promise<number> {
  const log = readLog(child, onLog)
  for (;;) {
    const postmaster = await readPostmasterFile(cluster)
    if (postmaster?.isReady && postmaster.pid === child.pid) return postmaster.pid
    const ended = await Promise.race([exited, sleep(10)])
    if (ended) throw new Error(`Postgres did not start:\n${(await log.last).join('\n')}`)
    if (signal?.aborted || performance.now() > log.readAt() + startLimit) {
      await stop(child, exited)
      throw signal?.reason ?? new Error('Postgres did not start in time')
    }
  }
}

function readLog(child: Postmaster, onLog: (line: string) => void) {
  let recent: string[] = []
  let readAt = performance.now()
  createInterface({ input: child.stderr }).on('line', (line) => {
    recent = [...recent.slice(-9), line]
    readAt = performance.now()
    onLog(line)
  })
  return { readAt: () => readAt, last: once(child, 'close').then(() => recent) }
}

async function stop(child: Postmaster, exited: Promise<Exit>, timeout = 10_000): Promise<void> {
  child.kill('SIGINT')
  const killing = setTimeout(() => child.kill('SIGKILL'), timeout)
  await exited
  clearTimeout(killing)
}

/**
 * The process of Postgres, the directory of its socket, and whether it accepts connections: lines 1, 5 and 8 of the file that it
 * writes into the data directory; undefined without the file. A killed postmaster leaves it behind.
 */
async function readPostmasterFile(cluster: string) {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  return { pid: Number(lines[0]), socket: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' }
}

/** The limit of macOS, which is shorter than the 107 of Linux. */
const MAX_SOCKET_PATH = 103

/** The directory of the socket: beside the files, or in the temporary directory when that path is too long. */
function socketDirectory(home: string, { ids }: Account): string {
  if (Buffer.byteLength(join(home, '.s.PGSQL.5432')) <= MAX_SOCKET_PATH) return home
  const directory = join(tmpdir(), clusterName(home))
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const mine = process.getuid?.()
  const found = lstatSync(directory)
  // Another user could have created a directory of this name first, and answer instead of Postgres.
  const isOurs = found.isDirectory() && (found.uid === mine || found.uid === ids.uid)
  if (mine !== undefined && !isOurs) throw new Error(`${directory} belongs to someone else`)
  chmodSync(directory, 0o700)
  if (ids.uid !== undefined && ids.gid !== undefined) chownSync(directory, ids.uid, ids.gid)
  return directory
}

/** After so many seconds a segment is archived although it is not full: at most this much is lost with the disk. */
const ARCHIVE_TIMEOUT = 300

/** Where Postgres puts segments of WAL, until a job of the worker archives them. Its own disk: Postgres may write nowhere else. */
export const walQueueOf = (home: string): string => join(home, 'wal-queue')

/** What `basic_archive` leaves when it is killed; it never deletes them. */
const TEMPORARY = 'archtemp.'

/** Before Postgres starts, so that no file is being written. */
async function prepareWalQueue(home: string, { ids: { uid, gid } }: Account): Promise<void> {
  const queue = walQueueOf(home)
  await mkdir(queue, { recursive: true, mode: 0o700 })
  if (uid !== undefined && gid !== undefined) await chown(queue, uid, gid)
  for (const name of await readdir(queue)) if (name.startsWith(TEMPORARY)) await rm(join(queue, name))
}

const MEGABYTE = 1024 ** 2
const SMALLEST = 64
const LARGEST = 512

/**
 * Memory in which Postgres holds pages of tables and indexes: a sixteenth of the machine’s or the container’s, between 64 and
 * 512 MB. Pages take memory when they are first used, so a small site takes little of it. With 64 MB, the indexes of the
 * visitors of twenty million views made a view 1.8 times as expensive.
 */
export function sharedBuffers(memory = memoryLimit()): string {
  const share = Math.floor(memory / MEGABYTE / 16)
  return `${Math.min(Math.max(share, SMALLEST), LARGEST)}MB`
}

/** Bytes of the container, or of the machine where there is no limit. */
function memoryLimit() {
  // Zero where the system knows no limits, and more than there is when none is set.
  const container = process.constrainedMemory()
  return container > 0 ? Math.min(container, totalmem()) : totalmem()
}
