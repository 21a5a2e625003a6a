import { type ReactNode, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { useMediaQuery } from '../../../../ui/use-media-query.ts'
import { SidePanel } from '../../../screen/side-panel.tsx'
import { useStored } from '../../../screen/use-stored.ts'

const DETAILS = 'article-details'

export type Details = ReturnType<typeof useDetails>

/** Whether the panel is open. Beside the text it is, until it is closed, which the browser remembers; a sheet is not. */
export function useDetails() {
  const isWide = useMediaQuery('(width >= 64rem)')
  const [stored, store] = useStored('article_details')
  const [isSheetOpen, setSheetOpen] = useState(false)
  return {
    isOpen: isWide ? stored !== 'closed' : isSheetOpen,
    setOpen: (isOpen: boolean) => (isWide ? store(isOpen ? null : 'closed') : setSheetOpen(isOpen)),
  }
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
  /** Mounted when the panel is opened first, because it asks the server. */
  more: ReactNode
}

/** What belongs to an article besides its text. It stays mounted while it is closed, so that an upload in it goes on. */
export function DetailsPanel({ isOpen, onClose, children, more }: DetailsPanelProps) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <SidePanel id={DETAILS} title="Details" isOpen={isOpen} onClose={onClose}>
      {children}
      {wasOpen && more}
    </SidePanel>
  )
}
