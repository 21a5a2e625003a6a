import { JOB_TITLES, type Job, type JobName } from '@nightdesk/contracts'
import { formatDuration, formatRecent } from '../../format.ts'
import type { Tone } from '../../ui/badge.tsx'

export const jobTones: Record<Job['state'], Tone> = {
  queued: 'neutral',
  running: 'info',
  retrying: 'warning',
  done: 'success',
  failed: 'danger',
  lost: 'warning',
}

/** The state of a job in one word. */
export const jobStateWord = (state: Job['state']): string => (state === 'lost' ? 'interrupted' : state)

/** The history may hold jobs that no longer exist. */
export const jobTitle = (name: string): string =>
  Object.hasOwn(JOB_TITLES, name) ? JOB_TITLES[name as JobName] : name

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
