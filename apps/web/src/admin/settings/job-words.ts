import { JOB_TITLES, type Job, type JobName } from '@nightdesk/contracts'
import { formatDuration, formatRecent } from '../../format.ts'
import type { Tone } from '../../ui/badge.tsx'

export const JOB_STATES: Record<Job['state'], { tone: Tone; label: string }> = {
  queued: { tone: 'neutral', label: 'queued' },
  running: { tone: 'info', label: 'running' },
  retrying: { tone: 'warning', label: 'retrying' },
  done: { tone: 'success', label: 'done' },
  failed: { tone: 'danger', label: 'failed' },
  lost: { tone: 'warning', label: 'interrupted' },
}

/** The history may hold jobs that no longer exist. */
export const jobTitle = (name: string): string =>
  Object.hasOwn(JOB_TITLES, name) ? JOB_TITLES[name as JobName] : name

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
