import type { Worker } from '@nightdesk/contracts'
import { api } from '../../api.ts'
import { formatDateTime } from '../../format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { POLL_MS, REFETCH_AFTER_TRIGGER_MS } from '../query-client.ts'
import { Loaded } from '../screen/loaded.tsx'

export function WorkerGrid() {
  const workers = api.workers.status.useQuery(
    {},
    {
      refetchInterval: POLL_MS,
      meta: { failure: { title: 'Error', description: 'Failed to fetch worker status' } },
    },
  )
  return (
    <Loaded
      query={workers}
      loading="Loading worker status..."
      lines={1}
      line="h-[70px] sm:w-1/2"
      failed={() => <p className="text-muted">Worker status information is not available.</p>}
    >
      {(processes) =>
        processes.length === 0 ? (
          <p className="text-muted">No worker processes found. Make sure Graphile workers are running.</p>
        ) : (
          <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
            {processes.map((worker) => (
              <WorkerCard key={worker.name} worker={worker} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function WorkerCard({ worker: { name, status, last_heartbeat, error_message } }: { worker: Worker }) {
  return (
    <li className="min-w-0 rounded-control border border-line p-3">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
        <WorkerBadge status={status} />
      </p>
      <p className="mt-1 text-xs text-muted">
        Last heartbeat: {last_heartbeat ? formatDateTime(last_heartbeat) : 'Never'}
      </p>
      {error_message && <p className="mt-1 text-xs wrap-anywhere text-danger">{error_message}</p>}
    </li>
  )
}

export function WorkerBadge({ status }: { status: string }) {
  return <Badge tone={workerTone(status)}>{status}</Badge>
}

/** "Active if at least one worker is running, otherwise Inactive." */
export function WorkersBadge({ workers }: { workers: { status: string }[] }) {
  const isActive = workers.some(({ status }) => isRunning(status))
  return <Badge tone={isActive ? 'success' : 'warning'}>{isActive ? 'Active' : 'Inactive'}</Badge>
}

const isRunning = (status: string) => status.toLowerCase() === 'running'

/** Case-insensitive: running is green, error is red, anything else is yellow. */
export function workerTone(status: string): Tone {
  if (isRunning(status)) return 'success'
  return status.toLowerCase() === 'error' ? 'danger' : 'warning'
}

/** Queues the analytics job, and refetches the figures a moment later. */
export function useTriggerAnalytics() {
  const utils = api.useUtils()
  const trigger = api.workers.triggerAnalytics.useMutation({
    meta: {
      failure: { title: 'Error', description: 'Failed to trigger analytics task' },
      success: 'Analytics task triggered successfully',
    },
    onSuccess: () => {
      utils.analytics.overview.invalidate()
      utils.analytics.facet.invalidate()
      utils.workers.jobs.invalidate()
      setTimeout(() => {
        utils.workers.status.invalidate()
        utils.analytics.latest.invalidate()
      }, REFETCH_AFTER_TRIGGER_MS)
    },
  })
  return { trigger: () => trigger.mutate({}), isPending: trigger.isPending }
}
