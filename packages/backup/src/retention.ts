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
  is_verified?: boolean
  /** The schema that it has; null when unknown. */
  level: string | null
}

/**
 * Chooses the backups that may be deleted. The last one of each of the seven newest days that have one is kept, so is that of
 * each of the four newest weeks, in UTC, and the newest one that has been verified. Of those weeks, the last one of each level is
 * kept too: without the one from before an upgrade there is no way back. Only days with a backup count: when backups
 * fail for a month, no old one is deleted.
 */
export function expiredBackups<Backup extends Aged>(backups: readonly Backup[]): Backup[] {
  const newestFirst = [...backups].sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
  const ofWeeks = newestOfEach(newestFirst, weekOf).slice(0, WEEKS)
  const weeks = new Set(ofWeeks.map(weekOf))
  const kept = new Set([
    ...newestOfEach(newestFirst, dayOf).slice(0, DAYS),
    ...ofWeeks,
    ...newestOfEach(newestFirst, ({ level }) => level).filter((backup) => weeks.has(weekOf(backup))),
    newestFirst.find(({ is_verified }) => is_verified),
  ])
  return newestFirst.filter((backup) => !kept.has(backup))
}

const dayOf = ({ created_at }: Aged) => Math.floor(Date.parse(created_at) / DAY_MS)
/** The number of the week of an instant, in UTC; a week begins on Monday. */
export const weekOf = ({ created_at }: Pick<Aged, 'created_at'>): number =>
  Math.floor((Date.parse(created_at) - FIRST_MONDAY_MS) / (7 * DAY_MS))

const newestOfEach = <Backup extends Aged>(
  newestFirst: Backup[],
  groupOf: (backup: Backup) => number | string | null,
) => [...Map.groupBy(newestFirst, groupOf).values()].flatMap((group) => group.slice(0, 1))
