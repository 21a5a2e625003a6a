import { setTimeout as sleep } from 'node:timers/promises'
import { EXIT_CONFIGURATION } from '@nightdesk/config/programs'
import type { Exit } from '@nightdesk/db/embedded'
import { aborted } from './signals.ts'

export interface Running {
  /** Resolves when the process does its work, if it says so. */
  ready?: Promise<void>
  exited: Promise<Exit>
  /** @param signal SIGINT when another process does its work already, so that nobody is told of the stop. Default: SIGTERM */
  stop(signal?: 'SIGTERM' | 'SIGINT'): Promise<void>
}

export type Restarting = ReturnType<typeof keepRunning>

const FIRST_PAUSE = 100
const LONGEST_PAUSE = 10_000
/** Milliseconds of running after which a failure counts as the first one again. */
const HEALTHY = 60_000

/** Restarts a process whenever it exits, with a pause that doubles from 0.1 to 10 seconds. */
export function keepRunning(name: string, first: Running, start: () => Running | Promise<Running>) {
  const stopping = new AbortController()
  const { signal } = stopping
  const refusal = Promise.withResolvers<void>()
  let current = first
  let replacing = Promise.resolve(true)

  async function restartUntilStopped() {
    for (let failures = 0; ; failures++) {
      const startedAt = performance.now()
      const exit = await exitOf(() => current)
      if (signal.aborted) return
      if (exit.code === EXIT_CONFIGURATION) {
        console.error(`The ${name} cannot run as it is configured.`)
        return refusal.resolve()
      }
      if (performance.now() - startedAt > HEALTHY) failures = 0
      const pause = Math.min(FIRST_PAUSE * 2 ** failures, LONGEST_PAUSE)
      console.error(`The ${name} ended (${describe(exit)}); it is started again in ${pause / 1000} s.`)
      await restartAfter(pause)
    }
  }

  async function restartAfter(pause: number) {
    const ended = current
    await sleep(pause, undefined, { signal }).catch(() => {})
    // It may have been replaced meanwhile.
    if (signal.aborted || current !== ended) return
    current = await startSafely(start)
    if (signal.aborted) await current.stop()
  }

  async function startAndSwap() {
    const next = await startReady(start, signal)
    if (!next) return false
    const replaced = current
    current = next
    await replaced.stop('SIGINT')
    return true
  }

  async function stop() {
    stopping.abort()
    await Promise.all([current.stop(), replacing])
    await finished
  }

  const finished = restartUntilStopped()
  return {
    name,
    /** Resolves when its configuration is wrong; then it is not restarted. */
    refused: refusal.promise,
    /**
     * Starts another process, and stops this one when the other is ready.
     * @returns false when the other ended before it was ready, and this one still runs
     */
    replace() {
      replacing = startAndSwap()
      return replacing
    },
    stop,
  }
}

/** The exit of a process that was not replaced meanwhile. */
async function exitOf(current: () => Running): Promise<Exit> {
  for (;;) {
    const watched = current()
    const exit = await watched.exited
    if (watched === current()) return exit
  }
}

/** Starts a process and waits until it is ready. Null when it ends first or the signal is aborted; then it has stopped. */
async function startReady(
  start: () => Running | Promise<Running>,
  signal: AbortSignal,
): Promise<Running | null> {
  const started = await startSafely(start)
  const isReady = await Promise.race([
    started.ready?.then(() => true),
    Promise.race([started.exited, aborted(signal)]).then(() => false),
  ])
  if (isReady && !signal.aborted) return started
  await started.stop()
  return null
}

/** Treats a start that fails as an exit. */
async function startSafely(start: () => Running | Promise<Running>): Promise<Running> {
  try {
    return await start()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return { exited: Promise.resolve({ code: 1, signal: null }), stop: async () => {} }
  }
}

const describe = ({ code, signal }: Exit) => signal ?? `exit code ${code}`
