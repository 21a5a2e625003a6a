import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

/** Environment variable of every process of a run, which identifies descendants even after their parents have exited. */
export const RUN = 'NIGHTDESK_TEST_RUN'

/** Where Linux keeps files in memory. */
export const MEMORY = '/dev/shm'

/** A directory in memory for the data of a run. It is deleted after the last process of the run. */
export const memoryOf = (run: string) => join(MEMORY, `nightdesk-test-${run}`)

/** Milliseconds that tools have to stop their own processes after a signal. */
const GRACE = 5_000

const tools = new Set<ChildProcess>()

/**
 * Makes sure that no process started by this one outlives it, even after SIGKILL: a reaper process notices its end and
 * kills the rest. Passes signals on to its tools.
 */
export function leaveNothing(): void {
  const run = randomUUID()
  process.env[RUN] = run
  const reaper = spawn(process.execPath, [join(import.meta.dirname, 'leave-nothing/reaper.ts'), run], {
    // The reaper waits for this pipe to close.
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, [RUN]: '' },
    detached: true,
  })
  reaper.unref()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      for (const tool of tools) tool.kill(signal)
      setTimeout(() => process.exit(1), GRACE).unref()
      Promise.all([...tools].map(exitOf)).then(() => process.exit(1))
    })
  }
}

/** Runs a tool of the project. @returns its exit code */
export async function runTool(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<number> {
  const tool = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', ...env },
  })
  tools.add(tool)
  const status = await exitOf(tool)
  tools.delete(tool)
  return status
}

const exitOf = (tool: ChildProcess) =>
  new Promise<number>((resolve) => tool.once('exit', (status) => resolve(status ?? 1)))
