import { formatDateTime, formatShortDate } from '../../../format.ts'
import { Badge } from '../../../ui/badge.tsx'

/** Shown beside the state of a scheduled draft. */
export function ScheduledBadge({ at, isShort = false }: { at: string | null; isShort?: boolean }) {
  if (at === null) return null
  const text = isShort ? `Scheduled for ${formatShortDate(at)}` : `Scheduled for ${formatDateTime(at)}`
  return <Badge tone="info">{text}</Badge>
}
