import { api } from '../../../api.ts'
import { notify } from '../../notify.ts'
import { REFETCH_AFTER_TRIGGER_MS } from '../../polling.ts'

/** Queues the analytics job, and refetches the figures a moment later. */
export function useTriggerAnalytics() {
  const utils = api.useUtils()
  const trigger = api.workers.triggerAnalytics.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to trigger analytics task' } },
    onSuccess: () => {
      notify({ kind: 'success', title: 'Success', description: 'Analytics task triggered successfully' })
      utils.analytics.overview.invalidate()
      utils.workers.jobs.invalidate()
      setTimeout(() => {
        utils.workers.status.invalidate()
        utils.analytics.latest.invalidate()
      }, REFETCH_AFTER_TRIGGER_MS)
    },
  })
  return { trigger: () => trigger.mutate({}), isPending: trigger.isPending }
}
