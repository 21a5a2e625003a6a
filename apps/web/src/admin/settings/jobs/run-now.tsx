import { Button } from '../../../ui/button.tsx'
import { describeJob } from './job-words.ts'
import { useJobs } from './use-jobs.ts'

interface RunNowProps {
  /** Name of the job. */
  name: string
  onRun(): void
  isPending: boolean
}

/** A button that runs a job, with the state of its last run. */
export function RunNow({ name, onRun, isPending }: RunNowProps) {
  const jobs = useJobs()
  const job = jobs.data?.find((one) => one.name === name)
  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      <p role="status" className="min-w-0 text-xs wrap-anywhere text-muted">
        {job && describeJob(job)}
      </p>
      <Button
        variant="secondary"
        size="sm"
        isBusy={isPending || job?.state === 'queued' || job?.state === 'running'}
        onClick={onRun}
      >
        Run Now
      </Button>
    </div>
  )
}
