import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

export interface StopSignals {
  /** Aborted by the first signal: finish what was begun, then stop. */
  stop: AbortSignal
  /** Aborted by the second: stop now. */
  force: AbortSignal
}

/** npm passes on the Ctrl-C that the terminal has sent to everyone already: within this many ms it is the same one. */
const SAME_SIGNAL = 300

/** Resolves after that time, and after what had arrived in it was heard: a busy machine hears two at once, and late. */
const sameSignalIsOver = async () => {
  await sleep(SAME_SIGNAL)
  await new Promise((resolve) => setImmediate(resolve))
}

export function listenForSignals(): StopSignals {
  const stop = new AbortController()
  const force = new AbortController()
  let isAnother = false
  const onSignal = async () => {
    if (isAnother) return force.abort()
    if (stop.signal.aborted) return
    stop.abort()
    await sameSignalIsOver()
    isAnother = true
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
  return { stop: stop.signal, force: force.signal }
}

export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
