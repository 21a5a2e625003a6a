import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { focusHeading } from './focus-heading.ts'

/** Where the focus went last. On the page that the browser opened it begins at the top, before the link that skips. */
let arrivedAt = window.location.pathname
let heading: Element | null = null

/**
 * Moves the focus to the heading of another screen, which a screen reader then reads: to it, a change of the address
 * says nothing. A field of the screen that has taken the focus keeps it.
 */
export function useArrival() {
  const { pathname } = useLocation()
  useEffect(() => {
    // The heading of a screen that was still loading goes with it.
    const isReplaced = heading?.isConnected === false && document.activeElement === document.body
    if (pathname === arrivedAt && !isReplaced) return
    arrivedAt = pathname
    if (document.activeElement?.closest('main')) return
    focusHeading()
    heading = document.activeElement
  }, [pathname])
}
