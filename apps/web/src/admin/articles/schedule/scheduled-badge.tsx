import { formatDateTime } from '../../../format.ts'
import { Badge } from '../../../ui/badge.tsx'

/** Beside the state of a draft that goes out by itself. */
export function ScheduledBadge({ at }: { at: string | null }) {
  if (at === null) return null
  return (
    <Badge tone="info">
      <span className="normal-case">Scheduled for {formatDateTime(at)}</span>
    </Badge>
  )
}
