import { once } from 'node:events'

export interface StopSignals {
  /** Aborted by the first signal: finish what was begun, then stop. */
  stop: AbortSignal
  /** Aborted by the second: stop now. */
  force: AbortSignal
}

/** npm passes on the Ctrl-C that the terminal has sent to everyone already: within this many ms it is the same one. */
const SAME_SIGNAL = 300

export function listenForSignals(): StopSignals {
  const stop = new AbortController()
  const force = new AbortController()
  let since = 0
  const onSignal = () => {
    if (!stop.signal.aborted) {
      since = performance.now()
      stop.abort()
    } else if (performance.now() - since > SAME_SIGNAL) force.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal)
  return { stop: stop.signal, force: force.signal }
}

export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
