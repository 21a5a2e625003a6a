import type { ReactNode } from 'react'

/** A section of samples. */
export function Samples({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="border-b border-line pb-1 text-md">{title}</h2>
      {children}
    </section>
  )
}
