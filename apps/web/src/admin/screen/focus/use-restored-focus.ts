import { useEffect, useRef } from 'react'
import { focusHeading } from './focus-heading.ts'

/** Focuses the heading when the focused element was removed with what it belonged to. */
export function useRestoredFocus(shown: string) {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (isLost(document.activeElement)) focusHeading()
  }, [shown])
}

/** Includes the Undo button of a toast, which is about to close. */
const isLost = (element: Element | null) =>
  element === document.body || element?.closest('[aria-modal=false]') != null
