import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { buttonClass } from '../button.tsx'
import { Icon } from '../icon.tsx'

interface PanelProps {
  open: boolean
  title: string
  /** Hides the header with title and close button; the title remains for screen readers. */
  hideTitle?: boolean
  /**
   * `top` is a window at the top of the screen, `wide` a wider one for long content, `full` fills the screen, `bottom` is a
   * sheet for phones.
   */
  placement?: 'top' | 'wide' | 'full' | 'bottom'
  /** Also called on Escape and on a click outside. */
  onClose(): void
  children: ReactNode
}

const placements = {
  top: 'inset-x-4 top-4 mx-auto max-h-[calc(100dvh-2rem)] max-w-xl rounded-card border sm:top-[12vh] sm:max-h-[76vh]',
  wide: 'inset-x-4 top-4 mx-auto max-h-[calc(100dvh-2rem)] max-w-3xl rounded-card border sm:top-[5vh] sm:max-h-[90vh]',
  full: 'inset-0 sm:inset-4 sm:rounded-card sm:border',
  bottom: 'inset-x-0 bottom-0 max-h-[85dvh] rounded-t-card border-t pb-2',
}

/** A modal panel to look at something or to choose from. */
export function Panel({ open, title, hideTitle = false, placement = 'top', onClose, children }: PanelProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40 transition-opacity duration-(--press) data-starting-style:opacity-0" />
        <Dialog.Popup
          className={`fixed z-40 flex flex-col overflow-hidden border-line bg-surface shadow-float transition-[opacity,translate] duration-(--press) data-starting-style:translate-y-1 data-starting-style:opacity-0 ${placements[placement]}`}
        >
          <header
            className={hideTitle ? 'sr-only' : 'flex items-center justify-between gap-3 py-3 pr-3 pl-5'}
          >
            <Dialog.Title className="text-md">{title}</Dialog.Title>
            {!hideTitle && (
              <Dialog.Close aria-label="Close" className={buttonClass({ variant: 'ghost' })}>
                <Icon name="close" className="size-4" />
              </Dialog.Close>
            )}
          </header>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
