import { api } from '../../../api.ts'
import { FAST_POLL_MS, POLL_MS } from '../../polling.ts'
import { useJobs } from '../jobs/use-jobs.ts'

const JOBS: readonly string[] = ['back-up', 'verify-backup']

/** The backups and the last job about them, refetched often while one is running. */
export function useBackups() {
  const job = useJobs().data?.find(({ name }) => JOBS.includes(name))
  const isBusy = job?.state === 'queued' || job?.state === 'running'
  const list = api.backups.list.useQuery({}, { refetchInterval: isBusy ? FAST_POLL_MS : POLL_MS })
  return { list, job, isBusy }
}

/** Queues a backup, or a trial restore of one. */
export function useBackupRequests() {
  const utils = api.useUtils()
  const onSettled = () => utils.workers.jobs.invalidate()
  const create = api.backups.create.useMutation({
    meta: { failure: { title: 'Failed to back up' } },
    onSettled,
  })
  const verify = api.backups.verify.useMutation({
    meta: { failure: { title: 'Failed to verify the backup' } },
    onSettled,
  })
  return { create, verify }
}
