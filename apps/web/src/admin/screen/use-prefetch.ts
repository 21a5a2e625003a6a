import { useEffect } from 'react'

/** Milliseconds after which other requests have ended. */
const FETCH_AFTER_MS = 5_000

/** Loads code before it is needed: later the network may be down, or a release may have replaced the files. */
export function usePrefetch(load: () => Promise<unknown>): void {
  useEffect(() => {
    // Ignored here; reported where the code is needed.
    const timer = setTimeout(() => load().catch(() => undefined), FETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [load])
}
