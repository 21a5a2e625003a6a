import type { Job } from '@nightdesk/contracts'
import { explain } from '../../../api.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorState, Loading, Skeleton } from '../../../ui/states.tsx'
import { useMinimumPending } from '../../../ui/use-minimum-pending.ts'
import { describeJob, jobTitle, jobTones } from './job-words.ts'
import { useJobs, useRetryJob } from './use-jobs.ts'

/** Recent, running and waiting jobs. */
export function RecentJobs() {
  const jobs = useJobs()
  const isLoading = useMinimumPending(jobs.isPending)
  return (
    <section>
      <h3 className="mb-2 font-medium">Recent Jobs</h3>
      {isLoading && (
        <Loading label="Loading recent jobs...">
          <Skeleton className="h-[58px]" />
        </Loading>
      )}
      {jobs.error && !jobs.data && (
        <ErrorState
          message={explain(jobs.error)}
          reference={jobs.error.data?.request_id}
          onRetry={() => jobs.refetch()}
        />
      )}
      {jobs.data && !isLoading && <JobList jobs={jobs.data} />}
    </section>
  )
}

function JobList({ jobs }: { jobs: Job[] }) {
  const retry = useRetryJob()
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
          <Badge tone={jobTones[job.state]}>{job.state}</Badge>
          {(job.state === 'failed' || job.state === 'retrying') && (
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Retry ${jobTitle(job.name)}`}
              isBusy={retry.isPending && retry.variables.id === job.id}
              onClick={() => retry.mutate({ id: job.id })}
            >
              Retry
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
