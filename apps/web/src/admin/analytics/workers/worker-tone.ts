import type { Tone } from '../../../ui/badge.tsx'

export const isRunning = (status: string) => status.toLowerCase() === 'running'

/** Whatever the case: running is green, error is red, anything else yellow. */
export function workerTone(status: string): Tone {
  if (isRunning(status)) return 'success'
  return status.toLowerCase() === 'error' ? 'danger' : 'warning'
}
