import { type ReactNode, useId } from 'react'

/** A section of the dashboard with a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="flex min-w-0 flex-col gap-3">
      <h2 id={headingId} className="text-md">
        {title}
      </h2>
      {children}
    </section>
  )
}
