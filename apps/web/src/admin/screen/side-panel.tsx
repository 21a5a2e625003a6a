import { type KeyboardEvent, type ReactNode, type Ref, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

interface SidePanelProps {
  ref?: Ref<HTMLElement>
  /** Named by `aria-controls` of the button that opens it. */
  id: string
  title: string
  isOpen: boolean
  onClose(): void
  children: ReactNode
}

/**
 * A panel beside the text: a column, or a sheet over its foot on a narrow screen. Escape closes it and returns the focus to
 * its button.
 */
export function SidePanel({ ref, id, title, isOpen, onClose, children }: SidePanelProps) {
  const headingId = useId()
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
    document.querySelector<HTMLElement>(`[aria-controls=${id}]`)?.focus()
  }
  return (
    <aside
      ref={ref}
      id={id}
      hidden={!isOpen}
      aria-labelledby={headingId}
      tabIndex={-1}
      onKeyDown={closeByKey}
      className="details-panel"
    >
      <header className="flex items-center justify-between">
        <h2 id={headingId} className="text-md">
          {title}
        </h2>
        <Button variant="ghost" size="sm" aria-label={`Close ${title.toLowerCase()}`} onClick={onClose}>
          <Icon name="close" className="size-4" />
        </Button>
      </header>
      {children}
    </aside>
  )
}
