import { FAST_POLL_MS, POLL_MS } from '../../query-client.ts'

/** Values of the date and time inputs, in the viewer’s time zone. */
export interface LocalTime {
  /** `YYYY-MM-DD` */
  date: string
  /** `HH:MM` */
  time: string
}

/**
 * Converts local date and time to ISO 8601 in UTC; undefined when either is empty.
 * @param before an instant that stays as it is where these are its date and time: the inputs have neither its seconds, nor which of
 * two equal hours it is in when the clocks are set back
 */
export function toInstant({ date, time }: LocalTime, before?: string | null): string | undefined {
  const shown = before && toLocalTime(before)
  if (shown && shown.date === date && shown.time === time) return before
  const at = new Date(`${date}T${time}`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** Converts an instant to the viewer’s time zone. */
export function toLocalTime(iso: string): LocalTime {
  const at = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    date: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  }
}

/** The next full hour of the viewer’s clock that is at least 30 minutes away. */
export function nextHour(now = new Date()): string {
  const at = new Date(now.getTime() + 1.5 * HOUR_MS - 1)
  at.setMinutes(0, 0, 0)
  return at.toISOString()
}

/** The viewer’s time zone with its offset at an instant, by default now: "Africa/Nairobi, GMT+3". */
export function zoneAt(iso?: string): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'shortOffset' }).formatToParts(
    iso === undefined ? undefined : Date.parse(iso),
  )
  return `${timeZone}, ${parts.find(({ type }) => type === 'timeZoneName')?.value}`
}

/** `setTimeout` overflows after 24 days, so refetch at least hourly. */
const HOUR_MS = 3_600_000

/** Milliseconds until the next refetch of a scheduled article; false for others. */
export function untilPublished(scheduledAt: string | null | undefined, now = Date.now()): number | false {
  if (!scheduledAt) return false
  const left = Date.parse(scheduledAt) - now
  // Overdue by this long, no worker is running: slow down.
  if (left < -POLL_MS) return POLL_MS
  return Math.min(Math.max(left, 0) + FAST_POLL_MS, HOUR_MS)
}
