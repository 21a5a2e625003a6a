import { CHECKS, type Check, type CheckName } from '@nightdesk/contracts'
import { Badge } from '../../../ui/badge.tsx'

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
