import { api } from '../../../api.ts'
import { FAST_POLL_MS, POLL_MS } from '../../polling.ts'
import { useRefetchAfter } from '../../screen/use-refetch-after.ts'
import { useJobs } from '../jobs/use-jobs.ts'

const JOBS: readonly string[] = ['back-up', 'verify-backup']

/** The backups, the last job about them, and how to queue another: a backup, or a trial restore of one. */
export function useBackups() {
  const utils = api.useUtils()
  const job = useJobs().data?.find(({ name }) => JOBS.includes(name))
  const onSettled = () => utils.workers.jobs.invalidate()
  const create = api.backups.create.useMutation({
    meta: { failure: { title: 'Failed to back up' } },
    onSettled,
  })
  const verify = api.backups.verify.useMutation({
    meta: { failure: { title: 'Failed to verify the backup' } },
    onSettled,
  })
  const isBusy = job?.state === 'queued' || job?.state === 'running' || create.isPending || verify.isPending
  const list = api.backups.list.useQuery({}, { refetchInterval: isBusy ? FAST_POLL_MS : POLL_MS })
  useRefetchAfter(isBusy, list)
  return { list, job, isBusy, create, verify }
}
