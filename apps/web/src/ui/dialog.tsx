import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'

interface DialogProps {
  open: boolean
  title: string
  description: string
  /** Also called by Escape. */
  onClose(): void
  /** The buttons; the safe one first. */
  children: ReactNode
}

/** A question that has to be answered before anything else. */
export function Dialog({ open, title, description, onClose, children }: DialogProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <AlertDialog.Popup className="fixed top-1/4 left-1/2 z-40 w-[min(26rem,calc(100%-2rem))] -translate-x-1/2 rounded-card border border-line bg-surface p-5 shadow-float">
          <AlertDialog.Title className="text-md">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1 text-ink-2">{description}</AlertDialog.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
