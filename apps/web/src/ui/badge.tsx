import type { ReactNode } from 'react'

export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'neutral'

const tones: Record<Tone, string> = {
  success: 'bg-success-tint text-success',
  warning: 'bg-warning-tint text-warning',
  danger: 'bg-danger-tint text-danger',
  info: 'bg-info-tint text-info',
  neutral: 'bg-sunken text-muted',
}

interface BadgeProps {
  tone: Tone
  /** Shows the text as it is, without an upper-case first letter: for names of actions. */
  isVerbatim?: boolean
  children: ReactNode
}

/** A state in few words. The colour of the dot only repeats it. */
export function Badge({ tone, isVerbatim = false, children }: BadgeProps) {
  return (
    <span
      className={`inline-flex h-[22px] items-center gap-1.5 rounded-full px-2 text-xs font-medium whitespace-nowrap ${tones[tone]}`}
    >
      <span aria-hidden className="size-1.5 rounded-full bg-current" />
      <span className={isVerbatim ? undefined : 'first-letter:uppercase'}>{children}</span>
    </span>
  )
}
