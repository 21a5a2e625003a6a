import type { Job } from '@nightdesk/contracts'
import { api } from '../../../api.ts'
import { FAST_POLL_MS, POLL_MS } from '../../polling.ts'

const isUnderWay = ({ state }: Pick<Job, 'state'>) =>
  state === 'queued' || state === 'running' || state === 'retrying'

/** The history of jobs, refetched often while one is running. */
export function useJobs() {
  return api.workers.jobs.useQuery(
    {},
    { refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? FAST_POLL_MS : POLL_MS) },
  )
}

export function useRetryJob() {
  const utils = api.useUtils()
  return api.workers.retry.useMutation({
    meta: { failure: { title: 'Failed to run the job again' } },
    onSettled: () => utils.workers.jobs.invalidate(),
  })
}
