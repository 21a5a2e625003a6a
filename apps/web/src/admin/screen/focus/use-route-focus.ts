import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { focusHeading } from './focus-heading.ts'

/** The path whose heading was focused last. On the first page the focus starts at the top, before the skip link. */
let arrivedAt = window.location.pathname
let heading: Element | null = null

/**
 * Focuses the heading of a new screen: screen readers do not announce a change of the URL, but do read the focused
 * heading. A field that has taken the focus keeps it.
 */
export function useRouteFocus() {
  const { pathname } = useLocation()
  useEffect(() => {
    // The heading of the loading state has been removed while it had the focus.
    const isReplaced = heading?.isConnected === false && document.activeElement === document.body
    if (pathname === arrivedAt && !isReplaced) return
    arrivedAt = pathname
    if (document.activeElement?.closest('main')) return
    focusHeading()
    heading = document.activeElement
  }, [pathname])
}
