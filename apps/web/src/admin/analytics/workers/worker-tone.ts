import type { Tone } from '../../../ui/badge.tsx'

export const isRunning = (status: string) => status.toLowerCase() === 'running'

/** Case-insensitive: running is green, error is red, anything else is yellow. */
export function workerTone(status: string): Tone {
  if (isRunning(status)) return 'success'
  return status.toLowerCase() === 'error' ? 'danger' : 'warning'
}
