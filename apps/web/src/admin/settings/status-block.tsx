import type { ReactNode } from 'react'

/** One part of the system: its name, how it is, and the details. */
export function StatusBlock({
  title,
  badge,
  children,
}: {
  title: string
  badge: ReactNode
  children: ReactNode
}) {
  return (
    <section className="flex min-w-0 flex-col gap-2 rounded-control border border-line p-3">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{title}</h3>
        {badge}
      </header>
      {children}
    </section>
  )
}
