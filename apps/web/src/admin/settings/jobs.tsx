import { type Job, WORK_CHECKS } from '@nightdesk/contracts'
import type { ReactNode } from 'react'
import { api } from '../../api.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useTriggerAnalytics, WorkerGrid } from '../analytics/workers.tsx'
import { FAST_POLL_MS, POLL_MS } from '../query-client.ts'
import { Loaded } from '../screen/loaded.tsx'
import { describeJob, JOB_STATES, jobTitle } from './job-words.ts'
import { CheckItem } from './status-block.tsx'

export function WorkerManagement() {
  const { trigger, isPending } = useTriggerAnalytics()
  const triggerButton = (
    <Button variant="primary" size="sm" isBusy={isPending} onClick={trigger}>
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
              description="Generates analytics summaries with page views, visitor metrics and popular articles. Typically runs hourly."
            >
              <RunNow isPending={isPending} onRun={trigger} />
            </Task>
            <Task name="Worker Health" description="Monitors workers. Runs every minute." />
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
  children?: ReactNode
}

function Task({ name, description, children }: TaskProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 p-3">
      <div className="min-w-56 flex-1">
        <p className="font-medium">{name}</p>
        <p className="text-xs text-muted">{description}</p>
      </div>
      {children}
    </li>
  )
}

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

function RecentJobs() {
  return (
    <section>
      <h3 className="mb-2 font-medium">Recent Jobs</h3>
      <Loaded query={useJobs()} loading="Loading recent jobs..." lines={1} line="h-[58px]">
        {(jobs) => <JobList jobs={jobs} />}
      </Loaded>
    </section>
  )
}

function JobList({ jobs }: { jobs: Job[] }) {
  const utils = api.useUtils()
  const retry = api.workers.retry.useMutation({
    meta: { failure: 'Failed to run the job again' },
    onSettled: () => utils.workers.jobs.invalidate(),
  })
  if (jobs.length === 0) return <p className="text-muted">No job has run yet.</p>
  return (
    <ul
      aria-label="Recent jobs"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable for keyboard users
      tabIndex={0}
      className="max-h-96 divide-y divide-line overflow-y-auto rounded-control border border-line"
    >
      {jobs.map((job) => (
        <li key={job.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 p-3">
          <div className="min-w-0 flex-1">
            <p className="font-medium">{jobTitle(job.name)}</p>
            <p className="text-xs wrap-anywhere text-muted">
              {describeJob(job)}
              {job.attempts > 1 && ` Attempt ${job.attempts}.`}
            </p>
          </div>
          <Badge tone={JOB_STATES[job.state].tone}>{JOB_STATES[job.state].label}</Badge>
          {(job.state === 'failed' || job.state === 'retrying') && (
            <Button
              size="sm"
              aria-label={`Retry ${jobTitle(job.name)}`}
              isBusy={retry.isPending && retry.variables.id === job.id}
              onClick={({ currentTarget }) => {
                retry.mutate({ id: job.id })
                currentTarget.closest('ul')?.focus() // the button is removed with the failure
              }}
            >
              Retry
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function RunNow({ onRun, isPending }: { onRun(): void; isPending: boolean }) {
  const job = useJobs().data?.find(({ name }) => name === 'analytics-summary')
  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      <p role="status" aria-live={liveOf(job)} className="min-w-0 text-xs wrap-anywhere text-muted">
        {job && describeJob(job)}
      </p>
      <Button
        size="sm"
        isBusy={isPending || job?.state === 'queued' || job?.state === 'running'}
        onClick={onRun}
      >
        Run Now
      </Button>
    </div>
  )
}

/** For the words about a job: what changes each second while it runs is not read out, its end is. */
export const liveOf = (job: Job | undefined) => (job && isUnderWay(job) ? 'off' : 'polite')

const isUnderWay = ({ state }: Pick<Job, 'state'>) =>
  state === 'queued' || state === 'running' || state === 'retrying'

export function useJobs() {
  return api.workers.jobs.useQuery(
    {},
    { refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? FAST_POLL_MS : POLL_MS) },
  )
}
