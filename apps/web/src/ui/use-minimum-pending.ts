import { useEffect, useState } from 'react'

/** Shorter waits show nothing. `ui.css` has the same value. */
const SHOWN_AFTER_MS = 400
/** Once shown, a loading state stays at least this long, so that it does not flash. */
const MINIMUM_MS = 300

/** Extends `isPending` until a loading state that became visible has been shown for 300 ms. */
export function useMinimumPending(isPending: boolean): boolean {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const begun = performance.now()
    const show = setTimeout(() => setIsShown(true), SHOWN_AFTER_MS)
    return () => {
      clearTimeout(show)
      setTimeout(() => setIsShown(false), SHOWN_AFTER_MS + MINIMUM_MS - (performance.now() - begun))
    }
  }, [isPending])
  return isPending || isShown
}
