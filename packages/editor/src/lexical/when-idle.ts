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
