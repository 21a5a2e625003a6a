import type { AdminArticle } from '@nightdesk/contracts'
import { api } from '../../../api.ts'
import { notify } from '../../notify.ts'
import { useArticleChanged } from './use-article-changed.ts'
import { describeDraft, type ShownArticle, standingOf, usePublish } from './use-publish.ts'

/**
 * Archives, deletes and restores an article. Undo in the notice also publishes it again, or restores the schedule that
 * was cancelled.
 */
export function useArchive(article: ShownArticle) {
  const { id } = article
  const topic = `article ${id}`
  const articleChanged = useArticleChanged()
  const { publishFrom } = usePublish(article)
  const restore = api.articles.restore.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to restore article' } },
    onSuccess: (restored, { schedule }) => {
      articleChanged(restored)
      const description = describeDraft(restored, schedule !== undefined)
      notify({ kind: 'success', title: 'Article restored successfully', description, topic })
    },
  })
  async function undo(before: ShownArticle) {
    const { schedule, version_number } = standingOf(before)
    const restored = await restore.mutateAsync({ id, schedule }).catch(() => null)
    if (!restored) return // already announced
    if (before.state === 'published') void publishFrom(restored, { version_number })
    if (before.state === 'archived') archive.mutate({ id })
  }
  const onMutate = () => ({ before: article })
  const announce =
    (title: string) => (moved: AdminArticle, _input: object, context: { before: ShownArticle }) => {
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
