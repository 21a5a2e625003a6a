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
 * A panel beside the text: a column, or a sheet over its foot on a narrow screen. Escape and a button close it, and return the
 * focus to the button that opened it, or to the text.
 */
export function SidePanel({ ref, id, title, isOpen, onClose, children }: SidePanelProps) {
  const headingId = useId()
  const close = () => {
    onClose()
    const opener = document.querySelector<HTMLElement>(`[aria-controls=${id}]`)
    ;(opener ?? document.querySelector<HTMLElement>('.editor [contenteditable]'))?.focus()
  }
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
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
        <Button variant="ghost" size="sm" aria-label={`Close ${title.toLowerCase()}`} onClick={close}>
          <Icon name="close" className="size-4" />
        </Button>
      </header>
      {children}
    </aside>
  )
}
