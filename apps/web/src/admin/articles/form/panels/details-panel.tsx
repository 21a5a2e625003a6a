import { type KeyboardEvent, type ReactNode, useId, useState, useSyncExternalStore } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { useStored } from '../../../screen/use-stored.ts'

const DETAILS = 'article-details'

/** Room for the panel beside the text. */
const wide = window.matchMedia('(width >= 64rem)')

export type Details = ReturnType<typeof useDetails>

/** Whether the panel is open. Beside the text it is, until it is closed, which the browser remembers; a sheet is not. */
export function useDetails() {
  const isWide = useSyncExternalStore(subscribeToWidth, () => wide.matches)
  const [stored, store] = useStored('article_details')
  const [isSheetOpen, setSheetOpen] = useState(false)
  return {
    isOpen: isWide ? stored !== 'closed' : isSheetOpen,
    setOpen: (isOpen: boolean) => (isWide ? store(isOpen ? null : 'closed') : setSheetOpen(isOpen)),
  }
}

function subscribeToWidth(callback: () => void) {
  wide.addEventListener('change', callback)
  return () => wide.removeEventListener('change', callback)
}

export function DetailsButton({ isOpen, onToggle }: { isOpen: boolean; onToggle(): void }) {
  return (
    <Button variant="secondary" aria-expanded={isOpen} aria-controls={DETAILS} onClick={onToggle}>
      Details
    </Button>
  )
}

interface DetailsPanelProps {
  isOpen: boolean
  onClose(): void
  children: ReactNode
}

/**
 * What belongs to an article besides its text: a column beside it, or a sheet over its foot on a narrow screen. It stays
 * mounted while it is closed, so that an upload in it goes on.
 */
export function DetailsPanel({ isOpen, onClose, children }: DetailsPanelProps) {
  const headingId = useId()
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
    document.querySelector<HTMLElement>(`[aria-controls=${DETAILS}]`)?.focus()
  }
  return (
    <aside
      id={DETAILS}
      hidden={!isOpen}
      aria-labelledby={headingId}
      onKeyDown={closeByKey}
      className="details-panel"
    >
      <header className="flex items-center justify-between">
        <h2 id={headingId} className="text-md">
          Details
        </h2>
        <Button variant="ghost" size="sm" aria-label="Close details" onClick={onClose}>
          ×
        </Button>
      </header>
      {children}
    </aside>
  )
}
