import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cloneTemplate } from '../packages/db/src/testing.ts'
import { freePort } from '../packages/storage/src/testing-port.ts'
import { type Process, startProcess } from './process.ts'
import { temporaryDirectory } from './temporary-directory.ts'
import { until } from './until.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const START = [process.execPath, join(ROOT, 'apps/cli/src/main.mjs'), 'start']
const READY = /^Nightdesk is ready at (.*)$/m
const START_TIMEOUT = 60_000

/** Processes below the supervisor, with a text that identifies their command line. */
const PROCESSES = {
  server: 'apps/server/src/main.ts',
  worker: 'apps/worker/src/main.ts',
  import: 'import-process.ts',
  database: 'cluster_name=',
}
export type ProcessName = keyof typeof PROCESSES

export interface Account {
  username: string
  password: string
}

/** The first admin of a site. */
export const ADMIN: Account = { username: 'ada@example.org', password: 'seven lanterns' }

/** All processes of `npm start`, with their own data directory and port. */
export interface Stack extends AsyncDisposable {
  url: string
  directory: string
  /** Of a shared Postgres. */
  database_url: string | undefined
  /** The supervisor. */
  pid: number
  /** The number of a process below the supervisor; of the database, the postmaster’s. @throws when it is not running */
  pidOf(name: ProcessName): Promise<number>
  /** All output so far. */
  output(): string
  /** Sends SIGTERM and waits for the exit. @returns the exit code */
  stop(): Promise<number | null>
  /** Sends SIGKILL to a process below the supervisor; for the database, to the postmaster. @throws when it is not running */
  kill(name: ProcessName): Promise<void>
  /** Sends SIGKILL to the supervisor and all processes below it. */
  killAll(): Promise<void>
}

interface StackOptions {
  /** Default: a new one, removed on disposal. */
  directory?: string
  port?: number
  /** The first admin. Default: none, and a link to set one up is printed. */
  admin?: Account
  /** Default: an embedded database, and no log. */
  env?: Record<string, string>
  /** Default: the supervisor. */
  command?: string[]
  /** Uses a database of its own in the Postgres of the test run, as starting without Postgres takes half the time. */
  isShared?: boolean
}

export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { port, admin, env, command = START, isShared } = options
  const database = isShared ? await cloneTemplate() : undefined
  const own = options.directory ? undefined : await temporaryDirectory('stack')
  const directory = options.directory ?? own?.path ?? ''
  const supervisor = startProcess(command, {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'fatal',
      DATA_DIR: directory,
      PORT: String(port ?? (await freePort())),
      DATABASE_URL: database?.url ?? '',
      ...(admin && { ADMIN_EMAIL: admin.username, ADMIN_PASSWORD: admin.password }),
      ...env,
    },
  })
  const url = await untilReady(supervisor)
  const { pid, output, stop, exited } = supervisor
  return {
    url,
    directory,
    database_url: database?.url,
    pid,
    output,
    stop,
    pidOf: (name) => findProcess(pid, name),
    kill: async (name) => signal(await findProcess(pid, name), 'SIGKILL'),
    killAll: async () => {
      for (const one of await family(pid)) signal(one, 'SIGKILL')
      await exited
    },
    [Symbol.asyncDispose]: async () => {
      await stop()
      await database?.drop()
      await own?.[Symbol.asyncDispose]()
    },
  }
}

async function untilReady(supervisor: Process): Promise<string> {
  const find = () => READY.exec(supervisor.output())?.[1]
  const isDecided = () => supervisor.hasExited() || find() !== undefined
  await until('Nightdesk is ready', START_TIMEOUT, isDecided).catch(() => {}) // its output says more
  const url = find()
  if (url) return url
  await supervisor[Symbol.asyncDispose]()
  throw new Error(`Nightdesk did not become ready:\n${supervisor.output()}`)
}

/** A process and all below it, the supervisor first, so that nothing is restarted while they are killed. */
export async function family(root: number): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '') // it has exited meanwhile
    parents.set(pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const found = [root]
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child)
  return found
}

/** The command line of a process; empty if it has exited. */
export const commandOf = async (pid: number): Promise<string> =>
  (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')

async function findProcess(supervisor: number, name: ProcessName): Promise<number> {
  for (const pid of await family(supervisor)) if ((await commandOf(pid)).includes(PROCESSES[name])) return pid
  throw new Error(`The ${name} is not running`)
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has exited by itself.
  }
}
