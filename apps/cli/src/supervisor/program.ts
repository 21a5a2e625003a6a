import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { READY } from '@nightdesk/config/programs'
import { exitOf } from '@nightdesk/db/embedded'
import type { Running } from './keep-running.ts'

/**
 * A Node program that drains on SIGTERM, and exits with 78 when its configuration is wrong. It sends `READY` when it has
 * started.
 */
export interface SiteProgram {
  name: string
  /** Arguments of Node: options, the file, the arguments of the program. */
  args: string[]
  /** Before the settings are known, only what it needs besides them. */
  env: NodeJS.ProcessEnv
  /** A command and its options that run Node. */
  prefix?: string[]
  /** Whose settings it gets; default: all. `SERVERS` servers run, on one port. */
  reads?: 'server' | 'worker'
}

/**
 * Sizes in MiB. With an old generation of more than 2 GB, V8 lets the heap grow fourfold before a full collection; below
 * that, by less than two thirds. The server has a larger young generation than the worker: under load it collects garbage
 * for a fifth of its time with 4 MiB and for a tenth with 16, which take 28 MB more on a quiet site.
 *
 * Pretenuring allocates objects that V8 expects to live long in the old generation, where they retain everything they
 * refer to until a full collection. V8 learns this while the young generation is small and most of it survives: one server
 * in three then retained every request it had answered, and collected for three times as long.
 */
const HEAP = {
  server: ['--max-semi-space-size=16', '--max-old-space-size=1024', '--no-allocation-site-pretenuring'],
  worker: ['--max-semi-space-size=4', '--max-old-space-size=1024'],
}

/**
 * Whether several servers can listen on one port, and a new process beside the one that it replaces. Only Linux
 * spreads their connections.
 */
export const SHARES_PORTS = process.platform === 'linux'

interface SiteOptions {
  mode?: 'production' | 'development'
  /** Options of Node. */
  node?: string[]
  prefix?: string[]
}

/** The server and the worker of a site. */
export const sitePrograms = ({
  mode = 'production',
  node = [],
  prefix = [],
}: SiteOptions = {}): SiteProgram[] =>
  (['server', 'worker'] as const).map((name) => ({
    name,
    reads: name,
    prefix,
    args: [
      ...HEAP[name],
      // For `runProgram`.
      '--expose-gc',
      ...node,
      fileURLToPath(new URL(`../../../${name}/src/main.ts`, import.meta.url)),
    ],
    env: {
      NODE_ENV: mode,
      // One heap for the C code of all threads: with one for each, what is freed in one is not used by the others.
      MALLOC_ARENA_MAX: '1',
      ...(SHARES_PORTS && { REUSE_PORT: '1' }),
    },
  }))

/** Milliseconds that a program has to drain. Postgres gets the rest of the time to stop. */
const DRAIN_LIMIT = 8_000
/** Milliseconds of them after the wait for load balancers (`DRAIN_SECONDS`). */
const AFTER_WAIT = 3_000

const PARENT_EXIT_WATCHER = import.meta.resolve('./parent-exit-watcher.ts')

/**
 * @param force kills the program if it is aborted while the program stops
 * @param drainSeconds how long the program waits for load balancers before it drains
 */
export function startProgram(
  { args, env, prefix = [] }: SiteProgram,
  force: AbortSignal,
  drainSeconds = 0,
): Running {
  const [file = '', ...rest] = [...prefix, process.execPath, `--import=${PARENT_EXIT_WATCHER}`, ...args]
  const child = spawn(file, rest, {
    env,
    // The program says on the channel that it is ready, and notices its parent’s exit when it closes.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // In its own process group, so that Ctrl-C reaches only the supervisor, which stops everything in order.
    detached: true,
  })
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message) => {
      if (message === READY) resolve()
    })
  })
  const exited = exitOf(child)
  const kill = () => child.kill('SIGKILL')
  const limit = Math.max(DRAIN_LIMIT, drainSeconds * 1_000 + AFTER_WAIT)
  async function stop(signal: NodeJS.Signals = 'SIGTERM') {
    child.kill(signal)
    const killing = setTimeout(kill, force.aborted ? 0 : limit)
    force.addEventListener('abort', kill)
    await exited
    clearTimeout(killing)
  }
  return { ready, exited, stop }
}
