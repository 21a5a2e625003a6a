import type { ReactNode } from 'react'
import { useFocusMode } from './focus-mode.ts'
import { measureTopBar } from './measure-bar.ts'
import { useArrival } from './page.tsx'
import { showFocusedWhole } from './show-focused-whole.ts'

interface WritingPageProps {
  title: string
  /** State and dates of the article, below the title. */
  facts?: ReactNode
  /** Buttons at the right of the title; on a narrow screen a row below it, which scrolls sideways. */
  actions: ReactNode
  /** The button that ends the writing, in sight on every screen. */
  primary?: ReactNode
  children: ReactNode
}

/** A screen on which a story is written: its title is in the top bar. In focus mode only the actions are shown. */
export function WritingPage({ title, facts, actions, primary, children }: WritingPageProps) {
  const { isFocused } = useFocusMode()
  useArrival(title)
  return (
    <div className="flex min-h-[calc(100dvh-var(--foot-height))] flex-col">
      <header
        ref={measureTopBar}
        className={
          isFocused
            ? 'focus-bar sticky top-0 z-10 flex justify-end bg-surface px-4 py-2 sm:px-6'
            : 'top-bar sticky top-0 z-10 flex min-h-13 flex-wrap items-center gap-x-4 border-b border-line bg-bg px-4 sm:px-6 xl:flex-nowrap'
        }
      >
        <div className={isFocused ? 'sr-only' : 'order-first min-w-0 flex-1 py-1.5'}>
          <h1 className="relative w-fit max-w-full truncate text-md leading-tight">{title}</h1>
          {!isFocused && facts && (
            <div className="flex flex-wrap items-center gap-x-3 text-xs text-muted">{facts}</div>
          )}
        </div>
        <div
          ref={showFocusedWhole}
          className="flex shrink-0 gap-2 max-xl:order-2 max-xl:-mx-4 max-xl:w-[calc(100%+2rem)] max-xl:overflow-x-auto max-xl:px-4 max-xl:pt-0.5 max-xl:pb-2"
        >
          {actions}
        </div>
        {primary && <div className="py-1.5 max-xl:order-1 xl:-ml-2">{primary}</div>}
      </header>
      {children}
    </div>
  )
}
