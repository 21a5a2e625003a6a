import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cloneTemplate } from '../packages/db/src/testing.ts'
import { freePort } from '../packages/storage/src/testing-port.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const START = [process.execPath, join(ROOT, 'apps/cli/src/main.mjs'), 'start']
const READY = /^Nightdesk is ready at (.*)$/m
const START_TIMEOUT = 60_000

/** The processes that the supervisor restarts, with a text that identifies their command line. */
const PROCESSES = {
  server: 'apps/server/src/main.ts',
  worker: 'apps/worker/src/main.ts',
  database: 'cluster_name=',
}
export type ProcessName = keyof typeof PROCESSES

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
  /** Sends SIGKILL to a process below the supervisor; for the database, to the postmaster. */
  kill(name: ProcessName): Promise<void>
  /** Sends SIGKILL to the supervisor and all processes below it. */
  killAll(): Promise<void>
}

interface StackOptions {
  /** Default: a new one, removed on disposal. */
  directory?: string
  port?: number
  env?: Record<string, string>
  /** Default: the supervisor. */
  command?: string[]
  /** Uses a database of its own in the Postgres of the test run, as starting without Postgres takes half the time. */
  isShared?: boolean
}

export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { directory, port, env, command = START, isShared } = options
  const database = isShared ? await cloneTemplate() : undefined
  const home = directory ?? (await mkdtemp(join(tmpdir(), 'nightdesk-stack-')))
  const [file = '', ...args] = command
  const child = spawn(file, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: home,
      PORT: String(port ?? (await freePort())),
      ...(database && { DATABASE_URL: database.url }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const url = await untilReady(child, () => printed)
  const pid = child.pid! // it has started
  const stop = async () => {
    child.kill('SIGTERM')
    return exitOf(child)
  }
  return {
    url,
    directory: home,
    database_url: database?.url,
    pid,
    output: () => printed,
    stop,
    pidOf: (name) => findProcess(pid, name),
    kill: async (name) => kill(await findProcess(pid, name)),
    killAll: async () => {
      for (const one of await family(pid)) kill(one)
      await exitOf(child)
    },
    [Symbol.asyncDispose]: async () => {
      await stop()
      await database?.drop()
      // On a busy machine, a Postgres stopped immediately may still be closing its files.
      if (!directory) await rm(home, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

async function untilReady(child: ChildProcess, printed: () => string): Promise<string> {
  const deadline = performance.now() + START_TIMEOUT
  while (performance.now() < deadline) {
    const url = READY.exec(printed())?.[1]
    if (url) return url
    if (child.exitCode !== null) break
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  child.kill('SIGKILL')
  throw new Error(`Nightdesk did not become ready:\n${printed()}`)
}

async function exitOf(child: ChildProcess) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
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

/** @throws when it is not running */
async function findProcess(supervisor: number, name: ProcessName): Promise<number> {
  for (const pid of await family(supervisor)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') // it has exited meanwhile
    if (command.includes(PROCESSES[name])) return pid
  }
  throw new Error(`The ${name} is not running`)
}

function kill(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has exited by itself.
  }
}
