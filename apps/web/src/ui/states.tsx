import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** Nothing to show yet: a sentence and, as children, what to do about it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-card border border-dashed border-line px-4 py-12 text-center">
      <p className="text-ink-2">{title}</p>
      {children}
    </div>
  )
}

/** Something failed: what, and a way to try again. */
export function ErrorState({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-danger/40 bg-danger-tint px-4 py-3 text-danger"
    >
      <p>{message}</p>
      {onRetry && (
        <Button variant="secondary" size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** Grey lines in the place of what is coming. The label is read out, and seen when `visible`. */
export function Loading({
  label,
  lines = 3,
  visible = false,
}: {
  label: string
  lines?: number
  visible?: boolean
}) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className={visible ? 'text-muted' : 'sr-only'}>{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
          key={line}
          aria-hidden
          className="h-5 motion-safe:animate-pulse rounded-control bg-sunken last:w-2/3"
        />
      ))}
    </div>
  )
}
