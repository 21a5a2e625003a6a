import { backupHealth } from '../backup-health.ts'
import { type CheckOf, fault, fine, hint } from '../finding.ts'

export const backups: CheckOf = async ({ db, settings }) => {
  const { problem, warning, proved } = await backupHealth(db, settings)
  if (problem !== null)
    return fault(problem, 'Look at the jobs Backup and Trial restore of a backup, then choose Verify now.')
  const found = proved === null ? NOT_YET : describeAge(proved)
  if (warning !== null)
    return hint(proved === null && settings.backups.interval === 'off' ? 'None.' : found, warning)
  return fine(found)
}

const NOT_YET = 'The first trial restore runs on Sunday.'

const describeAge = (days: number) => {
  if (days === 0) return 'The last one was within a day.'
  return days === 1 ? 'The last one was a day ago.' : `The last one was ${days} days ago.`
}
