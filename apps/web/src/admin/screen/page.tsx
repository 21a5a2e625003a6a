import type { Role } from '@nightdesk/contracts'
import { type ReactNode, useEffect } from 'react'
import { EmptyState, Loading } from '../../ui/states.tsx'
import { useCurrentUser } from './current-user.ts'
import { useRouteFocus } from './focus/use-route-focus.ts'
import { siteName } from './site-name.ts'

type Audience = 'admins' | 'editors'

interface PageProps {
  title: string
  /** Buttons at the right of the title. */
  actions?: ReactNode
  /** Shows the title to screen readers only. */
  hideTitle?: boolean
  /** What the screen is for, below the title. */
  intro?: ReactNode
  /** Everybody else is refused the content. */
  onlyFor?: Audience
  children: ReactNode
}

/** A screen: its title, on the page and in the browser tab, and its content. */
export function Page({ title, actions, hideTitle = false, intro, onlyFor, children }: PageProps) {
  useScreen(title)
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-5 px-4 py-6 sm:px-8">
      <header
        className={`flex flex-wrap items-center gap-3 ${hideTitle ? 'justify-end' : 'justify-between'}`}
      >
        <h1 className={hideTitle ? 'sr-only' : 'min-w-0 text-[1.375rem] leading-tight wrap-anywhere'}>
          {title}
        </h1>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {intro && <p className="-mt-3 max-w-[70ch] text-ink-2">{intro}</p>}
      {onlyFor ? <OnlyFor audience={onlyFor}>{children}</OnlyFor> : children}
    </div>
  )
}

/** The roles of each audience, and what everybody else reads. */
const AUDIENCES: Record<Audience, { roles: Role[]; refusal: string }> = {
  admins: { roles: ['admin'], refusal: 'This page is for administrators.' },
  editors: { roles: ['admin', 'editor'], refusal: 'This page is for editors.' },
}

/**
 * Does not render a screen whose calls would be refused, because that would end the session. When the role cannot be
 * loaded, it renders, and the screen shows its own errors.
 */
function OnlyFor({ audience, children }: { audience: Audience; children: ReactNode }) {
  const { data, failureCount, isPending } = useCurrentUser()
  const { roles, refusal } = AUDIENCES[audience]
  if (data && !roles.includes(data.role)) return <EmptyState title={refusal} />
  if (isPending && failureCount === 0) return <Loading label="Loading..." />
  return children
}

/** Sets the browser's title, and focuses the heading of a new screen, so that screen readers announce it. */
export function useScreen(title: string) {
  useEffect(() => {
    document.title = `${title} · ${siteName}`
  }, [title])
  useRouteFocus()
}
