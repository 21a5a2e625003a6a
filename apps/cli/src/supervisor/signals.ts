import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds. The terminal sends Ctrl-C to every process, and npm forwards it again: the second counts as the same. */
const SAME_SIGNAL = 300

/** Waits that long, then one turn of the event loop: on a busy machine both signals are handled late and together. */
const afterSameSignal = async () => {
  await sleep(SAME_SIGNAL)
  await new Promise((resolve) => setImmediate(resolve))
}

export type StopSignals = ReturnType<typeof listenForSignals>

export function listenForSignals() {
  const stop = new AbortController()
  const force = new AbortController()
  let countsAsSecond = false
  const onSignal = async () => {
    if (countsAsSecond) return force.abort()
    if (stop.signal.aborted) return
    stop.abort()
    await afterSameSignal()
    countsAsSecond = true
  }
  const hasTerminal = process.stdin.isTTY || process.stdout.isTTY
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, onSignal)
  const reloads = new EventEmitter()
  process.on('SIGHUP', hasTerminal ? onSignal : () => reloads.emit('reload'))
  return {
    /** Aborted by the first signal: finish the running work, then stop. */
    stop: stop.signal,
    /** Aborted by the second signal: stop now. */
    force: force.signal,
    /** Calls back at each SIGHUP, which asks for new processes. A terminal sends it when it is closed: then it stops the site. */
    onReload: (callback: () => void) => void reloads.on('reload', callback),
  }
}

export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}
