import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { Button, type ButtonStyle } from '../button.tsx'

const widths = {
  question: 'top-1/4 max-h-[70dvh] w-[min(26rem,calc(100%-2rem))]',
  text: 'top-[5dvh] max-h-[90dvh] w-[min(36rem,calc(100%-2rem))]',
  sides: 'top-[5dvh] max-h-[90dvh] w-[min(56rem,calc(100%-2rem))]',
}

interface DialogProps {
  open: boolean
  title: string
  description: string
  /** Form or content between the description and the buttons. */
  body?: ReactNode
  /** For a question, a column of text, or two texts side by side. Default: question. */
  width?: keyof typeof widths
  /** Default: an alert dialog, which has to be answered. Use `dialog` for a form that the user has opened. */
  role?: 'alertdialog' | 'dialog'
  /** Receives the focus when the dialog closes. Default: the element that had it before. */
  returnTo?: HTMLElement | null
  /** The dialog opens by itself, while the user may be typing: it takes the focus, but none of its fields does. */
  isUnasked?: boolean
  /** Also called on Escape. */
  onClose(): void
  /** Buttons; the safe one first. */
  children?: ReactNode
}

/** A modal dialog. A click outside does not close it, because some show a link that is not shown again. */
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
          // Start at the beginning of a long text; the first button is at its end.
          initialFocus={isUnasked || width === 'text' ? popup : undefined}
          finalFocus={returnTo ? () => returnTo : undefined}
          className={`dialog fixed left-1/2 z-40 -translate-x-1/2 overflow-y-auto rounded-card border border-line bg-surface p-5 shadow-float ${widths[width]}`}
        >
          <BaseDialog.Title className="text-md">{title}</BaseDialog.Title>
          <BaseDialog.Description className="mt-1 text-pretty text-ink-2">
            {description}
          </BaseDialog.Description>
          {body && <div className="mt-5">{body}</div>}
          {children && <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

interface QuestionProps extends Pick<DialogProps, 'open' | 'title' | 'description' | 'onClose'> {
  /** What the question asks to do, as the label of its button. */
  yes: string
  /** The label of the safe button. */
  no?: string
  variant?: ButtonStyle['variant']
  isBusy?: boolean
  onYes(): void
}

/** Asks before something is done. It stays open until it is closed. */
export function Question({
  yes,
  no = 'Cancel',
  variant = 'danger',
  isBusy,
  onYes,
  ...dialog
}: QuestionProps) {
  return (
    <Dialog {...dialog}>
      <Button variant="secondary" onClick={dialog.onClose}>
        {no}
      </Button>
      <Button variant={variant} isBusy={isBusy} onClick={onYes}>
        {yes}
      </Button>
    </Dialog>
  )
}
