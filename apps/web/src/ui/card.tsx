import { type ReactNode, useId } from 'react'

interface CardProps {
  title: string
  /** Buttons at the right of the title. */
  actions?: ReactNode
  /** Target of links to the section. */
  id?: string
  children: ReactNode
}

export function Card({ title, actions, id, children }: CardProps) {
  const headingId = useId()
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className="min-w-0 rounded-card border border-line bg-surface p-4 sm:p-5"
    >
      <header className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id={headingId} className="text-md">
          {title}
        </h2>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </section>
  )
}

interface StatCardProps {
  label: string
  value: ReactNode
  note?: ReactNode
}

/** One figure with its label; `note` explains it. */
export function StatCard({ label, value, note }: StatCardProps) {
  return (
    <div className="min-w-0 rounded-card border border-line bg-surface p-4">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 text-[1.625rem] leading-tight font-semibold tracking-tight tabular-nums">
        {value}
      </dd>
      {note && <dd className="mt-1 text-xs text-muted">{note}</dd>}
    </div>
  )
}
