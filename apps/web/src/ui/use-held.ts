import { useEffect, useState } from 'react'

/** A wait shorter than this shows nothing; `ui.css` knows it too. */
const SHOWN_AFTER_MS = 400
/** What is shown stays at least so long, so that nothing flashes. */
const HELD_MS = 300

/** Whether to keep showing that something is awaited: as long as it is, and a moment longer if that came to be seen. */
export function useHeld(isPending: boolean): boolean {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const begun = performance.now()
    const show = setTimeout(() => setIsShown(true), SHOWN_AFTER_MS)
    return () => {
      clearTimeout(show)
      setTimeout(() => setIsShown(false), SHOWN_AFTER_MS + HELD_MS - (performance.now() - begun))
    }
  }, [isPending])
  return isPending || isShown
}
