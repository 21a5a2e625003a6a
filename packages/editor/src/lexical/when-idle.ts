/** Runs a function when the browser is idle, after a second at the latest. @returns a function that cancels it */
export function whenIdle(run: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 200)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(run, { timeout: 1000 })
  return () => cancelIdleCallback(request)
}

/** Milliseconds per slice: too short to be noticed while typing. */
const SLICE_MS = 6

export interface IdleWork {
  /** Does the rest at once. */
  finish(): void
  cancel(): void
}

/** Works while the browser is idle, and pauses after a few milliseconds where the generator yields. */
export function inIdleSlices<T>(work: Iterator<undefined, T>, done: (result: T) => void): IdleWork {
  let cancel = () => {}
  const run = (end: number) => {
    cancel()
    let step = work.next()
    while (!step.done && performance.now() < end) step = work.next()
    if (step.done) done(step.value)
    else plan()
  }
  const plan = () => {
    cancel = whenIdle(() => run(performance.now() + SLICE_MS))
  }
  plan()
  return { finish: () => run(Number.POSITIVE_INFINITY), cancel: () => cancel() }
}
