import type { AdminArticle } from '@nightdesk/contracts'
import { api } from '../../../api.ts'
import { notify } from '../../notify.ts'
import { useArticleChanged } from '../detail/use-article-changed.ts'
import { describeSchedule } from './describe-schedule.ts'

/** Sets or cancels the schedule of an article, with Undo. `refused` has the server's field errors. */
export function useSchedule(id: number) {
  const utils = api.useUtils()
  const articleChanged = useArticleChanged()
  const topic = `article ${id}`
  const onMutate = () => ({ before: utils.articles.get.getData({ id }) })

  const announce =
    (title: string, describe: (article: AdminArticle) => string | undefined) =>
    (article: AdminArticle, _input: object, { before }: { before: AdminArticle | undefined }) => {
      articleChanged(article)
      const undo = before && (() => takeBack(before))
      notify({ kind: 'success', title, description: describe(article), topic, undo })
    }
  const set = api.schedules.set.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to schedule article' } },
    onMutate,
    onSuccess: announce('Article scheduled successfully', ({ scheduled_at, scheduled_version_number }) =>
      scheduled_at ? describeSchedule(scheduled_at, scheduled_version_number) : undefined,
    ),
  })
  const cancel = api.schedules.cancel.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to cancel the schedule' } },
    onMutate,
    onSuccess: announce('Schedule cancelled', () => 'It stays a draft.'),
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
