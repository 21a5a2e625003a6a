/** Formats every date and number on screen. Instants are ISO 8601; the default time zone is the one of the browser. */

const LOCALE = 'en-US'

const STYLES = {
  hour: { hour: 'numeric' },
  dayOfYear: { month: 'short', day: 'numeric' },
  month: { year: 'numeric', month: 'short' },
  day: { year: 'numeric', month: 'long', day: 'numeric' },
  shortDay: { year: 'numeric', month: 'short', day: 'numeric' },
  minute: { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  time: { hour: 'numeric', minute: '2-digit' },
  weekday: { weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

/** "November 18, 2026" */
export const formatDate = formatAs('day')

/** "Nov 18, 2026" */
export const formatShortDate = formatAs('shortDay')

/** "Nov 18, 2026, 2:05 PM" */
export const formatDateTime = formatAs('minute')

/** "2:05 PM" */
export const formatTime = formatAs('time')

/** "Sunday 03:40" */
export const formatWeekday = formatAs('weekday')

function formatAs(style: keyof typeof STYLES) {
  return (iso: string, timeZone?: string): string => formatter(style, timeZone)(iso)
}

/** A point on the time axis of a chart: "2026-11-18T14" → "2 PM", "2026-11-18" → "Nov 18", "2026-11" → "Nov 2026". */
export function formatPoint(at: string): string {
  const style = at.length === 13 ? 'hour' : at.length === 10 ? 'dayOfYear' : 'month'
  return formatter(style, 'UTC')(at.length === 13 ? `${at}:00Z` : at)
}

/** "2:05 PM" for an instant of today, otherwise like {@link formatDateTime}. */
export function formatRecent(iso: string, now = new Date()): string {
  const isToday = new Date(iso).toDateString() === now.toDateString()
  return isToday ? formatTime(iso) : formatDateTime(iso)
}

/** Like {@link formatDateTime}, from seconds since 1970. */
export function formatEpoch(seconds: number): string {
  return formatDateTime(new Date(seconds * 1000).toISOString())
}

const numbers = new Intl.NumberFormat(LOCALE)

/** "12,345" */
export function formatNumber(value: number): string {
  return numbers.format(value)
}

/** "1 story", "12 stories" */
export function formatCount(value: number, one: string, several = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : several}`
}

/** Takes percent, not a fraction: 12.34 → "12.3%". */
export function formatPercent(percent: number): string {
  return `${numbers.format(Math.round(percent * 10) / 10)}%`
}

/** From milliseconds: "45 ms", "1.2 s", "2 min 5 s". */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`
  // More would be rounded to "60.0 s".
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

const formatters = new Map<string, (iso: string) => string>()

/** Cached, as creating a formatter costs far more than using it. */
function formatter(style: keyof typeof STYLES, timeZone: string | undefined) {
  const key = `${style} ${timeZone}`
  const known = formatters.get(key)
  if (known) return known
  const made = rememberingFormat(new Intl.DateTimeFormat(LOCALE, { ...STYLES[style], timeZone }))
  formatters.set(key, made)
  return made
}

const MAX_REMEMBERED = 1_000

/** Memoizes results, as a list renders again with mostly the same instants. */
function rememberingFormat(format: Intl.DateTimeFormat) {
  const remembered = new Map<string, string>()
  return (iso: string) => {
    const known = remembered.get(iso)
    if (known !== undefined) return known
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    const text = format.format(Date.parse(iso))
    remembered.set(iso, text)
    return text
  }
}
