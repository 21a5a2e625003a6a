import type { AdminArticle } from '@nightdesk/contracts'
import { api } from '../../../api.ts'
import { useNotify } from '../../notify.ts'
import { useArticleChanged } from '../detail/use-article-changed.ts'
import { describeSchedule } from './describe-schedule.ts'

/** Sets or cancels the schedule of an article, with Undo. `refused` has the server's field errors. */
export function useSchedule(id: number) {
  const notify = useNotify()
  const utils = api.useUtils()
  const articleChanged = useArticleChanged()
  const topic = `article ${id}`
  const onMutate = () => ({ before: utils.articles.get.getData({ id }) })

  const set = api.schedules.set.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to schedule article' } },
    onMutate,
    onSuccess: (article, _input, { before }) => {
      articleChanged(article)
      notify({
        kind: 'success',
        title: 'Article scheduled successfully',
        description: article.scheduled_at
          ? describeSchedule(article.scheduled_at, article.scheduled_version_number)
          : undefined,
        topic,
        undo: before && (() => takeBack(before)),
      })
    },
  })
  const cancel = api.schedules.cancel.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to cancel the schedule' } },
    onMutate,
    onSuccess: (article, _input, { before }) => {
      articleChanged(article)
      notify({
        kind: 'success',
        title: 'Schedule cancelled',
        description: 'It stays a draft.',
        topic,
        undo: before && (() => takeBack(before)),
      })
    },
  })
  /** Restores the previous schedule, or none. */
  function takeBack({ scheduled_at, scheduled_version_number }: AdminArticle) {
    if (scheduled_at === null) return cancel.mutate({ id })
    set.mutate({ id, publish_at: scheduled_at, version_number: scheduled_version_number ?? undefined })
  }

  return {
    /** Without a version number, the newest version at that time is published. */
    schedule: (publish_at: string, version_number?: number, onDone?: () => void) =>
      set.mutate({ id, publish_at, version_number }, { onSuccess: onDone }),
    cancel: () => cancel.mutate({ id }),
    refused: set.error?.data?.fields,
    isPending: set.isPending || cancel.isPending,
  }
}
