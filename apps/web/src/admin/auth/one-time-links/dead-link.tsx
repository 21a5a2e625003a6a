import type { ReactNode } from 'react'

/** Error page for an invalid one-time link: the reason, and what to do about it. */
export function DeadLink({ why, children }: { why: string; children: ReactNode }) {
  return (
    <div role="alert" className="flex flex-col gap-2">
      <p className="font-medium">{why}</p>
      <p className="text-ink-2 [&_a]:underline">{children}</p>
    </div>
  )
}
