import { CHECKS, type Check, type CheckName } from '@nightdesk/contracts'
import { Badge } from '../../../ui/badge.tsx'

/** One requirement of the site, what was found, and what to do. @param check undefined while it is loading */
export function CheckItem({ name, check }: { name: CheckName; check: Check | undefined }) {
  return (
    <li className="flex items-center justify-between gap-3">
      <span className="min-w-0">
        {CHECKS[name]}
        {check && <span className="block text-xs wrap-anywhere text-muted">{check.detail}</span>}
        {check?.advice && <span className="block text-xs wrap-anywhere">{check.advice}</span>}
      </span>
      <Answer isFine={check?.is_fine} />
    </li>
  )
}

function Answer({ isFine }: { isFine: boolean | undefined }) {
  if (isFine === undefined) return <Badge tone="neutral">Unknown</Badge>
  return isFine ? <Badge tone="success">Yes</Badge> : <Badge tone="danger">No</Badge>
}
