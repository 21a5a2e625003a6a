/** Backups are kept of as many days and weeks. */
const DAYS = 7
const WEEKS = 4

const DAY_MS = 86_400_000
/** The first Monday of Unix time, 1970-01-05. */
const FIRST_MONDAY_MS = 4 * DAY_MS

interface Aged {
  /** An instant in ISO 8601. */
  created_at: string
  /** Whether a restore of it has succeeded. */
  is_proved: boolean
}

/**
 * Chooses the backups that may be deleted. The last one of each of the seven newest days that have one is kept, so is that of
 * each of the four newest weeks, in UTC, and the newest one that has been proved. Only days with a backup count: when backups
 * fail for a month, no old one is deleted.
 */
export function expiredBackups<Backup extends Aged>(backups: readonly Backup[]): Backup[] {
  const newestFirst = [...backups].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
  const kept = new Set([
    ...newestOfEach(newestFirst, dayOf).slice(0, DAYS),
    ...newestOfEach(newestFirst, weekOf).slice(0, WEEKS),
    newestFirst.find(({ is_proved }) => is_proved),
  ])
  return newestFirst.filter((backup) => !kept.has(backup))
}

const dayOf = ({ created_at }: Aged) => Math.floor(Date.parse(created_at) / DAY_MS)
/** The number of the week of an instant, in UTC; a week begins on Monday. */
export const weekOf = ({ created_at }: Pick<Aged, 'created_at'>): number =>
  Math.floor((Date.parse(created_at) - FIRST_MONDAY_MS) / (7 * DAY_MS))

function newestOfEach<Backup extends Aged>(
  newestFirst: Backup[],
  periodOf: (backup: Backup) => number,
): Backup[] {
  const newest = new Map<number, Backup>()
  for (const backup of newestFirst) {
    const period = periodOf(backup)
    if (!newest.has(period)) newest.set(period, backup)
  }
  return [...newest.values()]
}
