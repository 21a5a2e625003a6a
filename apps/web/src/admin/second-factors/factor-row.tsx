import type { ReactNode } from 'react'

interface FactorRowProps {
  title: string
  /** Its state, in a sentence. */
  note: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** One way to sign in: its name, state and buttons. */
export function FactorRow({ title, note, actions, children }: FactorRowProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="font-medium">{title}</h3>
          <p className="text-muted">{note}</p>
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
