import type { Export, ExportState } from '@nightdesk/contracts'
import { formatBytes } from '@nightdesk/contracts/format-bytes'
import { formatCount, formatNumber } from '../../format.ts'
import type { Tone } from '../../ui/badge.tsx'

export const STATES: Record<ExportState, { tone: Tone; label: string }> = {
  waiting: { tone: 'info', label: 'Waiting' },
  running: { tone: 'info', label: 'Being made' },
  done: { tone: 'success', label: 'Ready' },
  failed: { tone: 'danger', label: 'Failed' },
  expired: { tone: 'neutral', label: 'Expired' },
}

/** "12 of 214 stories" */
export function describeProgress({ progress }: Pick<Export, 'progress'>): string {
  if (!progress) return 'Waiting for a worker'
  if (progress.total === 0) return 'Looking for stories'
  return `${formatNumber(progress.done)} of ${formatCount(progress.total, 'story', 'stories')}`
}

/** The state of the newest export, for the text beside the button that makes another. */
export function describeNewest(newest: Export | undefined): string {
  if (newest?.state === 'waiting' || newest?.state === 'running') return describeProgress(newest)
  if (newest?.state === 'done') return 'The newest export is ready to be downloaded below.'
  if (newest?.state === 'failed') return 'The newest export has failed: see below.'
  return 'It is made in the background. You may leave this page and come back.'
}

/** "214 stories, 512 pictures, e-books, all versions, 48 MB" */
export function describeContents(
  { ebooks, versions, analytics }: Pick<Export, 'ebooks' | 'versions' | 'analytics'>,
  { stories, pictures, bytes }: NonNullable<Export['contents']>,
): string {
  const counts = [formatCount(stories, 'story', 'stories'), formatCount(pictures, 'picture')]
  const choices = [
    ...(ebooks ? ['e-books'] : []),
    ...(versions ? ['all versions'] : []),
    ...(analytics ? ['views'] : []),
  ]
  return [...counts, ...choices, formatBytes(bytes)].join(', ')
}

/** What the file lacks, in sentences. */
export function describeGaps({
  unpublished_changes,
  missing_pictures,
}: NonNullable<Export['contents']>): string[] {
  const changed = formatCount(unpublished_changes, 'published story has', 'published stories have')
  const missing = formatCount(missing_pictures, 'picture is', 'pictures are')
  return [
    ...(unpublished_changes > 0 ? [`${changed} newer changes that are not in it.`] : []),
    ...(missing_pictures > 0 ? [`${missing} missing from the storage.`] : []),
  ]
}
