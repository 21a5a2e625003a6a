import { formatDateTime, formatShortDate } from '../../../format.ts'
import { Badge } from '../../../ui/badge.tsx'

/** Beside the state of a draft that goes out by itself. */
export function ScheduledBadge({ at, isShort = false }: { at: string | null; isShort?: boolean }) {
  if (at === null) return null
  const text = isShort ? `Scheduled for ${formatShortDate(at)}` : `Scheduled for ${formatDateTime(at)}`
  return <Badge tone="info">{text}</Badge>
}
