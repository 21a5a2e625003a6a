import { STOP_SIGNALS } from '@nightdesk/config'

/** Is aborted by the next signal to stop. Disposing removes the listeners. */
export function untilSignal(): Disposable & { signal: AbortSignal } {
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  for (const name of STOP_SIGNALS) process.once(name, onSignal)
  return {
    signal: stop.signal,
    [Symbol.dispose]() {
      for (const name of STOP_SIGNALS) process.off(name, onSignal)
    },
  }
}
