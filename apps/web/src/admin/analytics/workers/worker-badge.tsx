import { Badge } from '../../../ui/badge.tsx'
import { isRunning, workerTone } from './worker-tone.ts'

export function WorkerBadge({ status }: { status: string }) {
  return <Badge tone={workerTone(status)}>{status}</Badge>
}

/** "Active if at least one worker is running, otherwise Inactive." */
export function WorkersBadge({ workers }: { workers: { status: string }[] }) {
  const isActive = workers.some(({ status }) => isRunning(status))
  return <Badge tone={isActive ? 'success' : 'warning'}>{isActive ? 'Active' : 'Inactive'}</Badge>
}
