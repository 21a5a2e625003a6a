import type { Backup, BackupList, BackupProof } from '@nightdesk/contracts'
import { formatCount, formatDateTime, formatDuration, formatWeekday } from '../../format.ts'
import type { Tone } from '../../ui/badge.tsx'

const WEEK_MS = 7 * 86_400_000

/** "Last verified restore: Sunday 03:40, 214 stories, 1,930 versions, 512 pictures identical, 41 s" */
export function describeLastProof(backups: Backup[], now = Date.now()): string | null {
  const [last] = backups
    .flatMap(({ proof }) => (proof && proof.problem === null ? [proof] : []))
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
  if (!last) return null
  const isRecent = now - Date.parse(last.at) < WEEK_MS
  return `Last verified restore: ${isRecent ? formatWeekday(last.at) : formatDateTime(last.at)}, ${describeProof(last)}`
}

/** "214 stories, 1,930 versions, 512 pictures identical, 41 s" */
export function describeProof({ stories, versions, pictures, seconds }: BackupProof): string {
  const counts = [
    formatCount(stories ?? 0, 'story', 'stories'),
    formatCount(versions ?? 0, 'version'),
    formatCount(pictures ?? 0, 'picture'),
  ]
  return `${counts.join(', ')} identical, ${describeSeconds(seconds ?? 0)}`
}

/** "300 rows, 2 files, without secrets" */
export const describeContents = ({ rows, objects, secrets }: Backup): string =>
  `${formatCount(rows, 'row')}, ${formatCount(objects, 'file')}${secrets ? LACKING[secrets] : ''}`

const LACKING: Record<NonNullable<Backup['secrets']>, string> = {
  all: '',
  'without signing key': ', without JWT_SECRET',
  none: ', without secrets',
}

const describeSeconds = (seconds: number) =>
  seconds < 59.5 ? `${Math.round(seconds)} s` : formatDuration(Math.round(seconds) * 1_000)

export const SCHEDULES: Record<BackupList['interval'], string> = {
  day: 'A backup is made every night at 02:30 UTC, and the newest is restored on trial on Sundays.',
  week: 'A backup is made on Sundays at 02:30 UTC, and then restored on trial.',
  off: 'Backups are made on request only.',
}

export function verdictOf({ proof }: Backup): { tone: Tone; label: string } {
  if (!proof) return { tone: 'neutral', label: 'Not verified' }
  return proof.problem === null ? { tone: 'success', label: 'Verified' } : { tone: 'danger', label: 'Failed' }
}
