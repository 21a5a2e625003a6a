import { STOP_SIGNALS } from '@nightdesk/config'

/** Returns the first signal to stop from now on, once it has come. */
export function firstSignal(): () => NodeJS.Signals | undefined {
  let first: NodeJS.Signals | undefined
  for (const name of STOP_SIGNALS) process.once(name, () => (first ??= name))
  return () => first
}

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
