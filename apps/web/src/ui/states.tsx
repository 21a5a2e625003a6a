import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface EmptyStateProps {
  title: string
  /** What belongs here, or how to create it. */
  help?: string
  children?: ReactNode
}

export function EmptyState({ title, help, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-card border border-dashed border-line px-4 py-12 text-center">
      {/* An ornament in the style of the covers: a planet with orbits. */}
      <svg viewBox="0 0 120 64" aria-hidden fill="none" stroke="currentColor" className="w-28 text-control">
        <g transform="rotate(-12 60 32)">
          <ellipse cx="60" cy="32" rx="56" ry="20" opacity="0.5" />
          <ellipse cx="60" cy="32" rx="38" ry="13" opacity="0.75" />
          <circle cx="98" cy="32" r="4" fill="currentColor" stroke="none" />
        </g>
        <circle cx="60" cy="32" r="14" strokeDasharray="3 4" />
      </svg>
      <div className="flex max-w-md flex-col gap-1">
        <p className="text-md font-medium wrap-anywhere">{title}</p>
        {help && <p className="text-muted">{help}</p>}
      </div>
      {children && <div className="flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}

interface ErrorStateProps {
  message: string
  /** The request id in the server’s log. */
  reference?: string
  onRetry?: () => void
}

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
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

interface ProblemProps {
  /** Below a field of a form. */
  isSmall?: boolean
  children: string | false | null | undefined
}

/** Why something failed, at the controls that it is about; without a reason, nothing. */
export const Problem = ({ isSmall = false, children }: ProblemProps) =>
  children && (
    <p role="alert" className={`text-danger ${isSmall ? 'text-xs' : ''}`}>
      {children}
    </p>
  )

export interface LoadingProps {
  label: string
  lines?: number
  /** The shape of each line. Default: of text. */
  line?: string
  /** Shows the label, which is otherwise for screen readers only. */
  visible?: boolean
  /** Skeletons in the shape of the content, in place of lines. */
  children?: ReactNode
}

/** Skeleton of loading content. It appears after 400 ms, so that short waits show nothing. */
export function Loading({
  label,
  lines = 3,
  line = 'h-5 last:w-2/3',
  visible = false,
  children,
}: LoadingProps) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className={visible ? 'text-muted' : 'sr-only'}>{label}</span>
      <div aria-hidden className="appear-late flex flex-col gap-3">
        {children ?? <Skeleton count={lines} className={line} />}
      </div>
    </div>
  )
}

/** Skeleton shapes, by default one; the class gives their size. */
export function Skeleton({ className, count = 1 }: { className: string; count?: number }) {
  return times(count, (shape) => (
    <div key={shape} className={`rounded-control bg-skeleton motion-safe:animate-pulse ${className}`} />
  ))
}

export function times(count: number, make: (index: number) => ReactNode): ReactNode[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
