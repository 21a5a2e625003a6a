import type { UntilReport } from '@nightdesk/backup'

type Row = [name: string, text: string]

/** What `restore --until` did. */
export function describeUntil(until: string, report: UntilReport): Row[] {
  const { base, last_change, stories, versions, views, problems } = report
  const counts = `${stories} stories, ${versions} versions, ${views} views`
  return [
    ['Moment', `${until}, from the base backup of ${base}`],
    ['Changed', last_change ? `last at ${last_change}` : 'not since that base backup'],
    ['Site', problems.length > 0 ? counts : `${counts}, as they were written`],
    ...problems.map((problem): Row => ['Problem', problem]),
    ['Files', describeFiles(report.objects)],
  ]
}

function describeFiles({ returned, lost, later }: UntilReport['objects']): string {
  const parts = ['those that are there']
  if (returned > 0) parts.push(`${returned} that were deleted since, from backups`)
  if (lost.length > 0) parts.push(`but not these, which were deleted since: ${lost.join(' ')}`)
  if (later > 0) parts.push(`and ${later} of later, for a week`)
  return parts.join(', ')
}
