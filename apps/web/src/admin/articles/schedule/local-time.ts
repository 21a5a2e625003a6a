/** What the fields of a form hold, in the viewer’s own time zone. */
export interface LocalTime {
  /** `YYYY-MM-DD` */
  date: string
  /** `HH:MM` */
  time: string
}

/** The instant of a date and a time of the viewer’s, ISO 8601 in UTC; undefined when either is not filled in. */
export function toInstant({ date, time }: LocalTime): string | undefined {
  const at = new Date(`${date}T${time}`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** An instant, as the viewer’s clocks show it. */
export function toLocalTime(iso: string): LocalTime {
  const at = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    date: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  }
}

/** The next full hour that is at least half an hour away. */
export function nextHour(now = new Date()): string {
  const hour = 3_600_000
  return new Date(Math.ceil((now.getTime() + hour / 2) / hour) * hour).toISOString()
}

/** The viewer’s time zone: "Africa/Nairobi, GMT+3" at that instant, by default now. */
export function zoneAt(iso?: string): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'shortOffset' }).formatToParts(
    iso === undefined ? undefined : Date.parse(iso),
  )
  return `${timeZone}, ${parts.find(({ type }) => type === 'timeZoneName')?.value}`
}
