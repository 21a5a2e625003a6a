import type { TimelinePoint } from '@nightdesk/contracts'
import { formatDateTime } from '../../../format.ts'

/** Of versions that are loaded ahead. */
const LIKELY = 6

/**
 * The positions that are likely to be next, the likeliest first: the slider goes on as it moved last, by steps of that
 * length, or turns to a neighbour.
 */
export function likelyNext(position: number, before: number, count: number): number[] {
  const step = position - before || -1
  const ahead = [1, 2, 3, 4].map((steps) => position + steps * step)
  const neighbours = [position - 1, position + 1]
  return [...new Set([...ahead, ...neighbours])].filter((next) => next >= 0 && next < count).slice(0, LIKELY)
}

/** "Version 14 of 132, May 3, 2026, 2:05 PM, by Ada, published, “before the edit”" */
export function describePoint(point: TimelinePoint, newest: number): string {
  return [
    `Version ${point.version_number} of ${newest}`,
    formatDateTime(point.created_at),
    `by ${point.created_by_name}`,
    ...(point.is_publication ? ['published'] : []),
    ...(point.is_public ? ['public now'] : []),
    ...(point.label ? [`“${point.label}”`] : []),
  ].join(', ')
}
