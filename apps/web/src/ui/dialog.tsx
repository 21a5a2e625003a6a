import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'

const widths = {
  question: 'top-1/4 max-h-[70dvh] w-[min(26rem,calc(100%-2rem))]',
  text: 'top-[5dvh] max-h-[90dvh] w-[min(36rem,calc(100%-2rem))]',
  sides: 'top-[5dvh] max-h-[90dvh] w-[min(56rem,calc(100%-2rem))]',
}

interface DialogProps {
  open: boolean
  title: string
  description: string
  /** What there is to fill in or to look at, above the buttons. */
  body?: ReactNode
  /** As wide as a question, a column of text, or two texts side by side. Default: a question. */
  width?: keyof typeof widths
  /** Default: an alert, a question that has to be answered first. A dialog is a form that was asked for. */
  role?: 'alertdialog' | 'dialog'
  /** Where the focus goes afterwards. Default: where it was before, unless a field in the dialog takes it by itself. */
  returnTo?: HTMLElement | null
  /** The dialog itself takes the focus, and no field: it opens by itself, while somebody may be typing. */
  isUnasked?: boolean
  /** Also called by Escape. */
  onClose(): void
  /** The buttons; the safe one first. */
  children?: ReactNode
}

/** A question or a form over the screen. A press beside it does not close it: some links are shown only once. */
export function Dialog(props: DialogProps) {
  const { open, title, description, body, width = 'question', role = 'alertdialog', returnTo } = props
  const { isUnasked = false, onClose, children } = props
  const popup = useRef<HTMLDivElement>(null)
  return (
    <BaseDialog.Root open={open} disablePointerDismissal onOpenChange={(isOpen) => !isOpen && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <BaseDialog.Popup
          ref={popup}
          role={role}
          // A text is read from its beginning, and the first button stands at its end.
          initialFocus={isUnasked || width === 'text' ? popup : undefined}
          finalFocus={returnTo ? () => returnTo : undefined}
          className={`dialog fixed left-1/2 z-40 -translate-x-1/2 overflow-y-auto rounded-card border border-line bg-surface p-5 shadow-float ${widths[width]}`}
        >
          <BaseDialog.Title className="text-md">{title}</BaseDialog.Title>
          <BaseDialog.Description className="mt-1 text-ink-2">{description}</BaseDialog.Description>
          {body && <div className="mt-5">{body}</div>}
          {children && <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
