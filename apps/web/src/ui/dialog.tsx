import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'

interface DialogProps {
  open: boolean
  title: string
  description: string
  /** What there is to fill in or to look at, above the buttons. */
  body?: ReactNode
  isWide?: boolean
  /** Where the focus goes afterwards. Default: where it was before, unless a field in the dialog takes it by itself. */
  returnTo?: HTMLElement | null
  /** Also called by Escape. */
  onClose(): void
  /** The buttons; the safe one first. */
  children?: ReactNode
}

/** A question that has to be answered before anything else. */
export function Dialog(props: DialogProps) {
  const { open, title, description, body, isWide = false, returnTo, onClose, children } = props
  return (
    <AlertDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <AlertDialog.Popup
          finalFocus={returnTo ? () => returnTo : undefined}
          className={`fixed left-1/2 z-40 -translate-x-1/2 overflow-y-auto rounded-card border border-line bg-surface p-5 shadow-float ${isWide ? 'top-[5dvh] max-h-[90dvh] w-[min(56rem,calc(100%-2rem))]' : 'top-1/4 max-h-[70dvh] w-[min(26rem,calc(100%-2rem))]'}`}
        >
          <AlertDialog.Title className="text-md">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-1 text-ink-2">{description}</AlertDialog.Description>
          {body && <div className="mt-5">{body}</div>}
          {children && <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>}
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
