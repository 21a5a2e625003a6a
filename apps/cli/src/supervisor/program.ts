import { spawn } from 'node:child_process'
import { READY, settings } from '@nightdesk/config'
import { COMPILED } from '../compiled.ts'
import type { Exit, Running } from './keep-running.ts'

/**
 * A Node program that drains on SIGTERM, and exits with 78 when its configuration is wrong. It sends `READY` when it has
 * started.
 */
export interface Program {
  name: string
  /** Whether `SERVERS` of it run, on one port. */
  isServer?: boolean
  /** Arguments of Node: options, the file, the arguments of the program. */
  args: string[]
  env: Record<string, string>
  /** Names of the settings that it reads; its environment lacks the others. Default: all. */
  settings?: readonly string[]
  /** A command and its options that run Node. */
  prefix?: string[]
}

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
  { args, env, settings: own, prefix = [] }: Program,
  shared: Record<string, string>,
  force: AbortSignal,
  drainSeconds = 0,
): Running {
  const [file = '', ...rest] = [...prefix, process.execPath, `--import=${PARENT_EXIT_WATCHER}`, ...args]
  const child = spawn(file, rest, {
    env: { NODE_COMPILE_CACHE: COMPILED, ...environmentFor(own), ...shared, ...env },
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
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => resolve({ code: null, signal: null }))
  })
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

/** The environment without the settings that the program does not read, so that it has no secret it does not need. */
function environmentFor(own: readonly string[] | undefined): NodeJS.ProcessEnv {
  const isPassed = (name: string) => !own || !Object.hasOwn(settings.shape, name) || own.includes(name)
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isPassed(name)))
}
