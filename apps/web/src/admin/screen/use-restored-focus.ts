import { useEffect, useRef } from 'react'
import { focusHeading } from './focus-heading.ts'

/** When what had the focus went away with what was shown, reading and the Tab key go on from the heading. */
export function useRestoredFocus(shown: string) {
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    if (isLost(document.activeElement)) focusHeading()
  }, [shown])
}

/** Also in a notice whose Undo was pressed: it is about to go. */
const isLost = (element: Element | null) =>
  element === document.body || element?.closest('[aria-modal=false]') != null
