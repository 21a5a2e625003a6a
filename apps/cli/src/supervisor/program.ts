import { spawn } from 'node:child_process'
import { settings } from '@nightdesk/config'
import { COMPILED } from '../compiled.ts'
import type { Exit, Running } from './keep-running.ts'

/** A Node program that drains on SIGTERM, and exits with 78 when it cannot run as it is configured. */
export interface Program {
  name: string
  /** For Node: options, the file, its arguments. */
  args: string[]
  env: Record<string, string>
  /** Names of the settings that it reads; it is not told the others. Default: all. */
  settings?: readonly string[]
  /** Stands before Node on the command line. */
  prefix?: string[]
}

/** Milliseconds a program may take to finish what it is doing. Postgres has the rest of ten seconds. */
const DRAIN_LIMIT = 8_000

const PARENT_EXIT_WATCHER = import.meta.resolve('./parent-exit-watcher.ts')

/** @param force kills it while it is stopping */
export function startProgram(
  { args, env, settings: own, prefix = [] }: Program,
  shared: Record<string, string>,
  force: AbortSignal,
): Running {
  const [file = '', ...rest] = [...prefix, process.execPath, `--import=${PARENT_EXIT_WATCHER}`, ...args]
  const child = spawn(file, rest, {
    env: { NODE_COMPILE_CACHE: COMPILED, ...environmentFor(own), ...shared, ...env },
    // The channel is the leash: nothing is ever sent on it.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Its own process group: Ctrl-C reaches the supervisor alone, which stops everything in order.
    detached: true,
  })
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => resolve({ code: null, signal: null }))
  })
  const kill = () => child.kill('SIGKILL')
  async function stop() {
    child.kill('SIGTERM')
    const killing = setTimeout(kill, force.aborted ? 0 : DRAIN_LIMIT)
    force.addEventListener('abort', kill)
    await exited
    clearTimeout(killing)
  }
  return { exited, stop }
}

/** A secret is known only to the program that needs it. */
function environmentFor(own: readonly string[] | undefined): NodeJS.ProcessEnv {
  const isForIt = (name: string) => !own || !Object.hasOwn(settings.shape, name) || own.includes(name)
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isForIt(name)))
}
