import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { buttonClass } from '../button.tsx'
import { Icon } from '../icon.tsx'

interface SheetProps {
  title: string
  /** Buttons at the foot; the main one last. */
  actions: ReactNode
  /** The element that is focused first. */
  initialFocus(): HTMLElement | null
  /** Whether closing returns the focus to the element that had it before. */
  returnsFocus(): boolean
  /** Also called on Escape. */
  onClose(): void
  children: ReactNode
}

/** A modal dialog of the size of the window, for work that needs all of it. */
export function Sheet(props: SheetProps) {
  const { title, actions, initialFocus, returnsFocus, onClose, children } = props
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          initialFocus={initialFocus}
          finalFocus={returnsFocus}
          className="fixed inset-0 z-40 flex flex-col bg-bg outline-none"
        >
          <header className="flex min-h-13 items-center justify-between gap-3 border-b border-line bg-surface pr-3 pl-4 sm:pl-6">
            <Dialog.Title className="min-w-0 truncate text-md">{title}</Dialog.Title>
            <Dialog.Close aria-label="Close" className={buttonClass({ variant: 'ghost' })}>
              <Icon name="close" className="size-4" />
            </Dialog.Close>
          </header>
          <div className="flex min-h-0 flex-1 flex-col">{children}</div>
          <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-4 py-3 sm:px-6">
            {actions}
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
