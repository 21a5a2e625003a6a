import type { ReactNode } from 'react'

interface NoticeProps {
  /** What it is about. */
  label: string
  text: string
  warning: string | false
  /** What can be done about it. */
  children: ReactNode
}

/** Above an article: what it does not show by itself. */
export const Notice = ({ label, text, warning, children }: NoticeProps) => (
  <section
    aria-label={label}
    className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface px-4 py-3"
  >
    <p>
      {text} {warning && <strong className="font-medium text-warning">{warning}</strong>}
    </p>
    <div className="flex flex-wrap gap-2">{children}</div>
  </section>
)
