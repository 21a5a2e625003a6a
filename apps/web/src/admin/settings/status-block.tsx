import type { ReactNode } from 'react'

interface StatusBlockProps {
  title: string
  badge: ReactNode
  /** Spans all columns. */
  isWide?: boolean
  children: ReactNode
}

/** One part of the system: its name, state and details. */
export function StatusBlock({ title, badge, isWide = false, children }: StatusBlockProps) {
  return (
    <section
      className={`flex min-w-0 flex-col gap-2 rounded-control border border-line p-4 ${isWide ? 'xl:col-span-2' : ''}`}
    >
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{title}</h3>
        {badge}
      </header>
      {children}
    </section>
  )
}
