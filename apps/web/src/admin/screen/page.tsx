import { type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { EmptyState, Loading } from '../../ui/states.tsx'
import { audienceOf } from '../screens.ts'
import { type Audience, isAmong, useCurrentUser } from './current-user.ts'
import { MODAL } from './focus-mode.ts'

interface PageProps {
  title: string
  /** Buttons at the right of the title. */
  actions?: ReactNode
  /** What the screen is for, below the title. */
  intro?: ReactNode
  children: ReactNode
}

/** A screen: its title, on the page and in the browser tab, and its content for those whom it is for. */
export function Page({ title, actions, intro, children }: PageProps) {
  useArrival(title)
  const audience = audienceOf(useLocation().pathname)
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-5 px-4 py-6 sm:px-8">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 dir="auto" className="min-w-0 text-[1.375rem] leading-tight wrap-anywhere">
          {title}
        </h1>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {intro && <p className="-mt-3 max-w-[70ch] text-ink-2">{intro}</p>}
      {audience ? <OnlyFor audience={audience}>{children}</OnlyFor> : children}
    </div>
  )
}

/** What everybody else reads. */
const REFUSALS: Record<Audience, string> = {
  admins: 'This page is for administrators.',
  editors: 'This page is for editors.',
}

/**
 * Does not render a screen whose calls would be refused, because that would end the session. When the role cannot be
 * loaded, it renders, and the screen shows its own errors.
 */
function OnlyFor({ audience, children }: { audience: Audience; children: ReactNode }) {
  const { data, failureCount, isPending } = useCurrentUser()
  if (data && !isAmong(audience, data.role)) return <EmptyState title={REFUSALS[audience]} />
  if (isPending && failureCount === 0) return <Loading label="Loading..." />
  return children
}

/** Sets the browser's title, and focuses the heading of a new screen, so that screen readers announce it. */
export function useArrival(title: string) {
  const siteName = useSiteName()
  useEffect(() => {
    document.title = `${title} · ${siteName}`
  }, [title, siteName])
  useRouteFocus()
}

/** A titled part of a screen, without a card. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="flex min-w-0 flex-col gap-3">
      <h2 id={headingId} className="text-md">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** The path whose heading was focused last. On the first page the focus starts at the top, before the skip link. */
let arrivedAt = globalThis.location?.pathname // absent in tests
let heading: Element | null = null

/**
 * Focuses the heading of a new screen: screen readers do not announce a change of the URL, but do read the focused
 * heading. A field that has taken the focus keeps it, and so does the palette, if it was opened meanwhile.
 */
function useRouteFocus() {
  const { pathname } = useLocation()
  useEffect(() => {
    // The heading of the loading state has been removed while it had the focus.
    const isReplaced = heading?.isConnected === false && document.activeElement === document.body
    if (pathname === arrivedAt && !isReplaced) return
    arrivedAt = pathname
    if (document.activeElement?.closest('main, [role=dialog] [role=combobox]')) return
    focusHeading()
    heading = document.activeElement
  }, [pathname])
}

/**
 * Focuses the heading, or the open dialog, when the focused element was removed with what it belonged to.
 * @param shown what the screen shows; undefined until it is loaded
 */
export function useRestoredFocus(shown: string | undefined) {
  const before = useRef(shown)
  useEffect(() => {
    const isChanged = before.current !== undefined && before.current !== shown
    before.current = shown
    if (!isChanged || !isLost(document.activeElement)) return
    const dialog = document.querySelector<HTMLElement>(MODAL)
    if (dialog) dialog.focus()
    else focusHeading()
  }, [shown])
}

/** Includes the Undo button of a toast, which is about to close. */
const isLost = (element: Element | null) =>
  element === document.body || element?.closest('[aria-modal=false]') != null

/**
 * Moves the focus to the heading when the focused element is removed, so that reading and Tab continue there and not at
 * the top of the page.
 */
export function focusHeading() {
  const heading = document.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** The server renders the page with the site’s name as its title. */
let siteName = globalThis.document?.title // absent in tests
const listeners = new Set<() => void>()

export const useSiteName = () => useSyncExternalStore(onRenamed, () => siteName)

function onRenamed(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Call it after an admin has changed the name. */
export function renameSite(name: string) {
  siteName = name
  for (const listener of listeners) listener()
}
