import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

/** Every process of a run has it in its environment, however far below and whoever its parent is by now. */
export const RUN = 'NIGHTDESK_TEST_RUN'

/** Milliseconds that tools have to end what they started, when the run is told to stop. */
const GRACE = 5_000

const tools = new Set<ChildProcess>()

/**
 * When this process ends, killed perhaps, nothing that it started outlives it: another process, which hears of its end,
 * sees to that. Told to stop, it tells its tools to.
 */
export function leaveNothing(): void {
  const run = randomUUID()
  process.env[RUN] = run
  const reaper = spawn(process.execPath, [join(import.meta.dirname, 'leave-nothing/reaper.ts'), run], {
    // What is written to a pipe matters less than that it closes.
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

/** Runs a tool of the project and returns its exit code. */
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
