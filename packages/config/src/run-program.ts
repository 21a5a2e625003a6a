import { ConfigurationError, EXIT_CONFIGURATION, EXIT_FAILURE } from './exit-codes.ts'

/** The message to the supervisor that a program has started. */
export const READY = 'ready'

export const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const

/**
 * Runs a program until SIGTERM or SIGINT, then stops it in order and ends the process with 0. Further signals change
 * nothing, so that work at hand is finished; a signal during the start takes effect when the start is complete. How long
 * stopping may take is the supervisor’s business.
 *
 * An error ends the process with its message on stderr: with 78 when starting again will not help, else with 1. An
 * uncaught error is left to Node, which prints it and ends with 1.
 * @param start adds to the stack what has to be stopped; the last added stops first
 */
export async function runProgram(start: (running: AsyncDisposableStack) => Promise<void>): Promise<never> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  for (const signal of STOP_SIGNALS) process.on(signal, () => stop())
  try {
    await startAndStop(start, stopped)
    process.exit(0)
  } catch (error) {
    const { message } = error as Error // only errors are thrown here
    process.stderr.write(`${message}\n`)
    process.exit(error instanceof ConfigurationError ? EXIT_CONFIGURATION : EXIT_FAILURE)
  }
}

async function startAndStop(
  start: (running: AsyncDisposableStack) => Promise<void>,
  stopped: Promise<void>,
): Promise<void> {
  await using running = new AsyncDisposableStack()
  await start(running)
  process.send?.(READY)
  await stopped
}
