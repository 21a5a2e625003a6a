import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { Button, type ButtonStyle, buttonClass } from './button.tsx'
import { CallForm, type CallFormProps } from './form.tsx'
import { Icon } from './icon.tsx'

const widths = {
  question: 'top-1/4 max-h-[70dvh] w-[min(26rem,calc(100%-2rem))]',
  text: 'top-[5dvh] max-h-[90dvh] w-[min(36rem,calc(100%-2rem))]',
  sides: 'top-[5dvh] max-h-[90dvh] w-[min(56rem,calc(100%-2rem))]',
}

export interface DialogProps {
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
  isUnprompted?: boolean
  /** Also called on Escape. */
  onClose(): void
  /** Buttons; the safe one first. */
  children?: ReactNode
}

/** A modal dialog. A click outside does not close it, because some show a link that is not shown again. */
export function Dialog(props: DialogProps) {
  const { open, title, description, body, width = 'question', role = 'alertdialog', returnTo } = props
  const { isUnprompted = false, onClose, children } = props
  const popup = useRef<HTMLDivElement>(null)
  return (
    <BaseDialog.Root open={open} disablePointerDismissal onOpenChange={(isOpen) => !isOpen && onClose()}>
      <BaseDialog.Portal>
        {/* Also above another dialog. */}
        <BaseDialog.Backdrop forceRender className="fixed inset-0 z-40 bg-black/40" />
        <BaseDialog.Popup
          ref={popup}
          role={role}
          // Start at the beginning of a long text; the first button is at its end.
          initialFocus={isUnprompted || width === 'text' ? popup : undefined}
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
      <Button onClick={dialog.onClose}>{no}</Button>
      <Button variant={variant} isBusy={isBusy} onClick={onYes}>
        {yes}
      </Button>
    </Dialog>
  )
}

interface ConfirmButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  question: Pick<QuestionProps, 'title' | 'description' | 'yes' | 'no' | 'variant'>
  onConfirm(): void
}

/** A button that asks before it acts. Its label is what the question asks to do, unless it has children. */
export function ConfirmButton({ question, onConfirm, children, ...button }: ConfirmButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  return (
    <>
      <Button {...button} onClick={() => setIsAsking(true)}>
        {children ?? question.yes}
      </Button>
      <Question
        open={isAsking}
        {...question}
        onClose={close}
        onYes={() => {
          close()
          onConfirm()
        }}
      />
    </>
  )
}

export type FormDialogProps<Values> = Pick<DialogProps, 'title' | 'description' | 'width' | 'onClose'> &
  Omit<CallFormProps<Values>, 'button' | 'after' | 'place'>

/** A dialog that the user has opened to fill in a form. */
export function FormDialog<Values>(props: FormDialogProps<Values>) {
  const { title, description, width, onClose, before, ...form } = props
  const buttons = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      {before}
    </>
  )
  return (
    <Dialog
      open
      role="dialog"
      title={title}
      description={description}
      width={width}
      onClose={onClose}
      body={<CallForm {...form} place="dialog" before={buttons} />}
    />
  )
}

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
  bottom: 'dialog inset-x-0 bottom-0 max-h-[85dvh] rounded-t-card border-t pb-2',
}

/** A modal panel to look at something or to choose from. */
export function Panel({ open, title, hideTitle = false, placement = 'top', onClose, children }: PanelProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-black/40 transition-opacity duration-(--press) data-starting-style:opacity-0" />
        <BaseDialog.Popup
          className={`fixed z-40 flex flex-col overflow-hidden border-line bg-surface shadow-float transition-[opacity,translate] duration-(--press) data-starting-style:translate-y-1 data-starting-style:opacity-0 ${placements[placement]}`}
        >
          <header
            className={hideTitle ? 'sr-only' : 'flex items-center justify-between gap-3 py-3 pr-3 pl-5'}
          >
            <BaseDialog.Title className="text-md">{title}</BaseDialog.Title>
            {!hideTitle && <CloseButton />}
          </header>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

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
    <BaseDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Popup
          initialFocus={initialFocus}
          finalFocus={returnsFocus}
          className="fixed inset-0 z-40 flex flex-col bg-bg outline-none"
        >
          <header className="flex min-h-13 items-center justify-between gap-3 border-b border-line bg-surface pr-3 pl-4 sm:pl-6">
            <BaseDialog.Title className="min-w-0 truncate text-md">{title}</BaseDialog.Title>
            <CloseButton />
          </header>
          <div className="flex min-h-0 flex-1 flex-col">{children}</div>
          <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface px-4 py-3 sm:px-6">
            {actions}
          </footer>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

const CloseButton = () => (
  <BaseDialog.Close aria-label="Close" className={buttonClass({ variant: 'ghost' })}>
    <Icon name="close" className="size-4" />
  </BaseDialog.Close>
)
