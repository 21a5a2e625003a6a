import type { Job } from '@nightdesk/contracts'
import { formatDuration, formatRecent } from '../../../format.ts'
import type { Tone } from '../../../ui/badge.tsx'

export const jobTones: Record<Job['state'], Tone> = {
  queued: 'neutral',
  running: 'info',
  retrying: 'warning',
  done: 'success',
  failed: 'danger',
  lost: 'danger',
}

const titles: Record<string, string> = {
  'make-variants': 'Smaller copies of a picture',
  'copy-image': 'Copy of an outside image',
}

/** "analytics-summary" becomes "Analytics summary"; technical names have titles of their own. */
export function jobTitle(name: string): string {
  const title = titles[name]
  if (title) return title
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The state of a job in one sentence. */
export function describeJob({ state, duration, finished_at, error }: Job): string {
  switch (state) {
    case 'queued':
      return 'Queued…'
    case 'running':
      return duration === null ? 'Running…' : `Running for ${formatDuration(duration)}…`
    case 'retrying':
      return `Failed, and will be tried again: ${error ?? 'no reason given'}`
    case 'done':
      return `Done in ${formatDuration(duration ?? 0)}${finished_at ? `, ${formatRecent(finished_at)}` : ''}`
    case 'failed':
      return `Failed: ${error ?? 'no reason given'}`
    case 'lost':
      return 'The worker stopped before it was done; another takes it over.'
  }
}
