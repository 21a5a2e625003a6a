import type { ReactNode } from 'react'
import { Button } from '../../../../ui/button.tsx'

interface SelectedBarProps {
  /** Accessible name. */
  label: string
  /** Selected rows. */
  count: number
  onClear(): void
  /** Buttons for what can be done with the selected rows. */
  children: ReactNode
}

/** A bar at the bottom of the window while rows are selected. In a low window it would cover them, and scrolls with the page. */
export function SelectedBar({ label, count, onClear, children }: SelectedBarProps) {
  return (
    <section
      aria-label={label}
      className="sticky bottom-4 z-30 flex flex-wrap items-center gap-2 rounded-card border border-line bg-surface p-2 pl-4 shadow-float max-md:bottom-20 [@media(height<30rem)]:static"
    >
      <p role="status" className="font-medium tabular-nums">
        {count} selected
      </p>
      <Button variant="ghost" className="mr-auto" onClick={onClear}>
        Clear selection
      </Button>
      <div className="-m-1 flex gap-2 overflow-x-auto p-1">{children}</div>
    </section>
  )
}
