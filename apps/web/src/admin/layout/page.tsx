import { type ReactNode, useEffect } from 'react'
import { siteName } from './site-name.ts'

interface PageProps {
  title: string
  /** Buttons at the right of the title. */
  actions?: ReactNode
  /** Keeps the title for screen readers only. */
  hideHeader?: boolean
  children: ReactNode
}

/** A screen: its title, in the page and in the browser, and its content. */
export function Page({ title, actions, hideHeader = false, children }: PageProps) {
  useDocumentTitle(title)
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-5 px-4 py-6 sm:px-8">
      <header className={hideHeader ? 'sr-only' : 'flex flex-wrap items-center justify-between gap-3'}>
        <h1 className="min-w-0 text-[1.375rem] leading-tight wrap-anywhere">{title}</h1>
        {!hideHeader && actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${siteName}`
  }, [title])
}
