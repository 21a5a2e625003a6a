import { Toast } from '@base-ui/react/toast'
import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import { Icon } from './icon.tsx'

export interface Notice {
  /** Default: success. */
  kind?: 'success' | 'error' | 'warning' | 'info'
  title: string
  description?: string
  /** Milliseconds, 5000 by default; 0 or less keeps it until it is closed. */
  duration?: number
  /** A link that opens in a new tab. `label` is its accessible name, and starts with View. */
  view?: { href: string; label: string }
  undo?: () => void
  /** A notice replaces an earlier one with the same topic. Default: only an identical notice without Undo. */
  topic?: string
}

export type Notify = (notice: Notice) => void

type Shown = Pick<Notice, 'view'>

/** A toast manager that also works outside of React. */
export function createNotifier() {
  const manager = Toast.createToastManager<Shown>()

  const notify: Notify = ({ kind = 'success', title, description, duration = 5000, view, undo, topic }) => {
    // A closed notice can be pressed while it fades.
    let isUndone = false
    const id = manager.add({
      // The same words may be about something else, which has an Undo of its own.
      id: topic ?? (undo ? undefined : `${kind}:${title}:${description}`),
      type: kind,
      title,
      description,
      timeout: Math.max(0, duration),
      data: { view },
      actionProps: undo && {
        children: 'Undo',
        onClick: () => {
          if (isUndone) return
          isUndone = true
          manager.close(id)
          undo()
        },
      },
    })
  }
  return { manager, notify }
}

type Notifier = ReturnType<typeof createNotifier>

export function Toasts({ manager, children }: { manager: Notifier['manager']; children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="toasts fixed inset-x-4 z-50 flex flex-col gap-2 sm:left-auto sm:w-88">
          <Notices />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

const stripe: Record<string, string> = {
  success: 'border-l-success',
  error: 'border-l-danger',
  warning: 'border-l-warning-solid',
  info: 'border-l-info',
}

function Notices() {
  const { toasts } = Toast.useToastManager<Shown>()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className={
        'toast rounded-card border border-l-4 border-line bg-surface shadow-float transition-opacity duration-300 motion-reduce:transition-none ' +
        `data-ending-style:opacity-0 data-starting-style:opacity-0 data-limited:hidden ${stripe[toast.type ?? 'info']}`
      }
    >
      <Toast.Content className="flex items-center gap-3 p-4">
        <div className="min-w-0 flex-1">
          <Toast.Title className="font-medium" />
          <Toast.Description className="text-ink-2" />
        </div>
        {toast.data?.view && (
          <a
            href={toast.data.view.href}
            target="_blank"
            rel="noopener"
            aria-label={toast.data.view.label}
            className={buttonClass()}
          >
            View
          </a>
        )}
        <Toast.Action className={buttonClass()} />
        <Toast.Close aria-label="Close" className={buttonClass({ variant: 'ghost', size: 'sm' })}>
          <Icon name="close" className="size-4" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
