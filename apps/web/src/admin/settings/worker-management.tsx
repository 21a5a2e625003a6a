import { WORK_CHECKS } from '@nightdesk/contracts'
import type { ReactNode } from 'react'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useTriggerAnalytics } from '../analytics/workers/use-trigger-analytics.ts'
import { WorkerGrid } from '../analytics/workers/worker-grid.tsx'
import { POLL_MS } from '../polling.ts'
import { CheckItem } from './checks/check-item.tsx'
import { RecentJobs } from './jobs/recent-jobs.tsx'
import { RunNow } from './jobs/run-now.tsx'
export function WorkerManagement() {
  const { trigger, isPending } = useTriggerAnalytics()
  const triggerButton = (
    <Button size="sm" isBusy={isPending} onClick={trigger}>
      Trigger Analytics Task
    </Button>
  )
  return (
    <Card id="worker-management" title="Worker Management" actions={triggerButton}>
      <div className="flex flex-col gap-6">
        <WorkerGrid />
        <section>
          <h3 className="mb-2 font-medium">Worker Tasks</h3>
          <ul className="divide-y divide-line rounded-control border border-line">
            <Task
              name="Analytics Summary"
              description="Generates analytics summaries with page views, visitor metrics and popular articles."
              schedule="Typically runs hourly."
            >
              <RunNow name="analytics-summary" isPending={isPending} onRun={trigger} />
            </Task>
            <Task name="Worker Health" description="Monitors workers." schedule="Runs every minute." />
          </ul>
        </section>
        <RecentJobs />
        <Troubleshooting />
      </div>
    </Card>
  )
}

interface TaskProps {
  name: string
  description: string
  schedule: string
  children?: ReactNode
}

function Task({ name, description, schedule, children }: TaskProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 p-3">
      <div className="min-w-56 flex-1">
        <p className="font-medium">{name}</p>
        <p className="text-xs text-muted">
          {description} {schedule}
        </p>
      </div>
      {children}
    </li>
  )
}

/** Checks for stuck background jobs. The server carries each out, and reports what it found. */
function Troubleshooting() {
  const checks = api.system.checks.useQuery({ scope: 'work' }, { refetchInterval: POLL_MS })
  const seen = new Map(checks.data?.map((check) => [check.name, check]))
  return (
    <section>
      <h3 className="mb-2 font-medium">Troubleshooting</h3>
      <ul className="flex flex-col gap-2">
        {WORK_CHECKS.map((name) => (
          <CheckItem key={name} name={name} check={seen.get(name)} />
        ))}
      </ul>
    </section>
  )
}
