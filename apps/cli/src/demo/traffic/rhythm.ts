/** A day of the demo’s past. */
export interface Day {
  /** `YYYY-MM-DD` */
  date: string
  /** Days until today: 0 for today. */
  ago: number
}

/** The last `count` days, today the last of them. `today` is `YYYY-MM-DD`. */
export const daysUntil = (today: string, count: number): Day[] =>
  Array.from({ length: count }, (_, index) => {
    const ago = count - 1 - index
    return { date: dayBefore(today, ago), ago }
  })

/** The date so many days before another, both `YYYY-MM-DD`. */
export function dayBefore(date: string, days: number): string {
  const moment = new Date(`${date}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() - days)
  return moment.toISOString().slice(0, 10)
}

const VISITS_A_DAY = 120
/** Factors from Sunday on: people read more on days off. */
const WEEK = [1.3, 0.95, 0.85, 0.9, 0.9, 0.95, 1.15]
const DAYS_A_YEAR = 365
const MS_PER_DAY = 86_400_000
/** The day of the year, from 0, around which people read most. */
const MIDWINTER = 10

/** Expected visits on one of `span` days. They depend on weekday and season, and grow from month to month. */
export function expectedVisits({ date, ago }: Day, span: number): number {
  const moment = new Date(`${date}T00:00:00Z`)
  const dayOfYear = (moment.getTime() - Date.UTC(moment.getUTCFullYear(), 0)) / MS_PER_DAY
  const season = 1 + 0.2 * Math.cos((2 * Math.PI * (dayOfYear - MIDWINTER)) / DAYS_A_YEAR)
  const growth = 0.6 + 0.8 * (1 - ago / span)
  return VISITS_A_DAY * WEEK[moment.getUTCDay()]! * season * growth // a week has seven days
}

/** On one day a large site links to a story; most of its readers come within three. */
const SPIKE = [520, 260, 90]

/** Visits that the spike adds to a day. */
export const spikeVisits = ({ ago }: Day, span: number): number => SPIKE[Math.round(span * 0.3) - ago] ?? 0

/** The weight of each hour, from midnight: this magazine is read at night. */
export const HOURS = [5, 3, 2, 1, 1, 1, 2, 4, 5, 5, 4, 4, 6, 6, 4, 4, 4, 5, 6, 8, 11, 13, 12, 9].map(
  (weight, hour) => [hour, weight] as const,
)
