import { CHECKS, type Check, type CheckName } from '@nightdesk/contracts'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'

interface StatusBlockProps {
  title: string
  badge: ReactNode
  /** Spans all columns. */
  isWide?: boolean
  children: ReactNode
}

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

/** One requirement of the site, what was found, and what to do. @param check undefined while it is loading */
export function CheckItem({ name, check }: { name: CheckName; check: Check | undefined }) {
  return (
    <li className="flex items-center justify-between gap-3">
      <span className="min-w-0">
        {CHECKS[name]}
        {check && <span className="block text-xs wrap-anywhere text-muted">{check.detail}</span>}
        {check?.advice && (
          <span className="block text-xs wrap-anywhere">
            <Commands sentence={check.advice} />
          </span>
        )}
      </span>
      <Answer check={check} />
    </li>
  )
}

/** A sentence whose commands stand between backticks. */
const Commands = ({ sentence }: { sentence: string }) =>
  sentence.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))

function Answer({ check }: { check: Check | undefined }) {
  if (check === undefined) return <Badge tone="neutral">Unknown</Badge>
  if (!check.is_fine) return <Badge tone="danger">No</Badge>
  return check.advice === null ? <Badge tone="success">Yes</Badge> : <Badge tone="warning">Advice</Badge>
}
