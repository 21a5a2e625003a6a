import type { ReactNode } from 'react'

interface NoticeProps {
  /** Names the section for screen readers. */
  label: string
  text: string
  warning?: string | false
  /** Buttons and links. */
  children: ReactNode
}

/** A line above an article with something that its text does not show. */
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
