import { useEffect } from 'react'

/** When nobody waits for anything else any more. */
const FETCH_AFTER_MS = 5_000

/** Fetches code ahead of need: by then the line may be down, or a new release may have replaced the files. */
export function useFetchAhead(load: () => Promise<unknown>): void {
  useEffect(() => {
    // Where it is needed, a failure is said.
    const timer = setTimeout(() => load().catch(() => undefined), FETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [load])
}
