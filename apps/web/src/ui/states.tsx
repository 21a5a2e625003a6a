import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface EmptyStateProps {
  title: string
  /** What would be here, or how to get it here. */
  help?: string
  /** What to do about it. */
  children?: ReactNode
}

/** Nothing to show yet. */
export function EmptyState({ title, help, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-card border border-dashed border-line px-4 py-12 text-center">
      <EmptySky />
      <div className="flex max-w-md flex-col gap-1">
        <p className="text-md font-medium wrap-anywhere">{title}</p>
        {help && <p className="text-muted">{help}</p>}
      </div>
      {children && <div className="flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}

/** The orbits of the covers, and one small planet that waits for others. */
function EmptySky() {
  return (
    <svg viewBox="0 0 120 64" aria-hidden fill="none" stroke="currentColor" className="w-28 text-control">
      <g transform="rotate(-12 60 32)">
        <ellipse cx="60" cy="32" rx="56" ry="20" opacity="0.5" />
        <ellipse cx="60" cy="32" rx="38" ry="13" opacity="0.75" />
        <circle cx="98" cy="32" r="4" fill="currentColor" stroke="none" />
      </g>
      <circle cx="60" cy="32" r="14" strokeDasharray="3 4" />
    </svg>
  )
}

interface ErrorStateProps {
  message: string
  /** Finds the failure in the server’s log. */
  reference?: string
  onRetry?: () => void
}

/** Something failed: what, and a way to try again. */
export function ErrorState({ message, reference, onRetry }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-danger/40 bg-danger-tint px-4 py-3 text-danger"
    >
      <div className="min-w-0">
        <p>{message}</p>
        {reference && <p className="text-xs wrap-anywhere">Reference: {reference}</p>}
      </div>
      {onRetry && (
        <Button variant="secondary" size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

interface LoadingProps {
  label: string
  lines?: number
  /** The label is read out; whether it is also seen. */
  visible?: boolean
  /** Bones in the shape of what is coming. Default: `lines` grey lines. */
  children?: ReactNode
}

/** Grey shapes in the place of what is coming. A short wait shows none. */
export function Loading({ label, lines = 3, visible = false, children }: LoadingProps) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className={visible ? 'text-muted' : 'sr-only'}>{label}</span>
      <div aria-hidden className="appear-late flex flex-col gap-3">
        {children ?? times(lines, (line) => <Bone key={line} className="h-5 last:w-2/3" />)}
      </div>
    </div>
  )
}

/** A grey shape; the class name gives its size. */
export function Bone({ className }: { className: string }) {
  return <div className={`rounded-control bg-bone motion-safe:animate-pulse ${className}`} />
}

/** The same thing several times over. */
export function times(count: number, make: (index: number) => ReactNode): ReactNode[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
