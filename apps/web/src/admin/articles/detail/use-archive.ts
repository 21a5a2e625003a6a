import type { AdminArticle, AdminArticleSummary } from '@nightdesk/contracts'
import { api } from '../../../api.ts'
import { useNotify } from '../../notify.ts'
import { describeSchedule } from '../schedule/describe-schedule.ts'
import { useArticleChanged } from './use-article-changed.ts'
import { usePublish } from './use-publish.ts'

/** The state that Undo restores. */
export type Archivable = Pick<
  AdminArticleSummary,
  'id' | 'state' | 'scheduled_at' | 'scheduled_version_number'
>

/**
 * Archives, deletes and restores an article. Undo in the notice also publishes it again, or restores the schedule that
 * was cancelled.
 */
export function useArchive(article: Archivable) {
  const { id } = article
  const topic = `article ${id}`
  const notify = useNotify()
  const articleChanged = useArticleChanged()
  const { publish } = usePublish(id)
  const restore = api.articles.restore.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to restore article' } },
    onSuccess: (restored, { schedule }) => {
      articleChanged(restored)
      const description = describeRestored(restored, schedule !== undefined)
      notify({ kind: 'success', title: 'Article restored successfully', description, topic })
    },
  })
  async function undo(before: Archivable) {
    try {
      await restore.mutateAsync({ id, schedule: scheduleOf(before) })
    } catch {
      return // already announced
    }
    if (before.state === 'published') publish()
    if (before.state === 'archived') archive.mutate({ id })
  }
  const onMutate = () => ({ before: article })
  const announce =
    (title: string) => (moved: AdminArticle, _input: object, context: { before: Archivable }) => {
      const { before } = context
      articleChanged(moved)
      const description = before.scheduled_at === null ? undefined : 'Its schedule was cancelled.'
      notify({ kind: 'success', title, description, topic, undo: () => undo(before) })
    }
  const archive = api.articles.archive.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to archive article' } },
    onMutate,
    onSuccess: announce('Article archived successfully'),
  })
  const trash = api.articles.delete.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to delete article' } },
    onMutate,
    onSuccess: announce('Article moved to the trash'),
  })
  return {
    restore: () => restore.mutate({ id }),
    archive: () => archive.mutate({ id }),
    trash: () => trash.mutate({ id }),
    isPending: restore.isPending || archive.isPending || trash.isPending,
  }
}

/** The schedule that a restore brings back. */
export const scheduleOf = ({ scheduled_at, scheduled_version_number }: Archivable) =>
  scheduled_at === null
    ? undefined
    : { publish_at: scheduled_at, version_number: scheduled_version_number ?? undefined }

function describeRestored(
  { scheduled_at, scheduled_version_number }: AdminArticle,
  wasScheduled: boolean,
): string {
  if (scheduled_at) return describeSchedule(scheduled_at, scheduled_version_number)
  return wasScheduled ? 'It is a draft. The time of its schedule has passed.' : 'It is a draft.'
}
