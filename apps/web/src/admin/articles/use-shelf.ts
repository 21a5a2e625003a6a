import type { ArticleState } from '@nightdesk/contracts'
import { api } from '../../api.ts'
import { useNotify } from '../notify.ts'
import { useArticleChanged } from './use-article-changed.ts'
import { usePublish } from './use-publish.ts'

/** Archive, move to the trash and restore. The notice takes each back, as far as to be published again. */
export function useShelf(id: number, state: ArticleState) {
  const topic = `article ${id}`
  const notify = useNotify()
  const articleChanged = useArticleChanged()
  const { publish } = usePublish(id)
  const restore = api.articles.restore.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to restore article' } },
    onSuccess: (article) => {
      articleChanged(article)
      notify({
        kind: 'success',
        title: 'Article restored successfully',
        description: 'It is a draft.',
        topic,
      })
    },
  })
  async function undo() {
    try {
      await restore.mutateAsync({ id })
    } catch {
      return // Already announced.
    }
    if (state === 'published') publish()
  }
  const archive = api.articles.archive.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to archive article' } },
    onSuccess: (article) => {
      articleChanged(article)
      notify({ kind: 'success', title: 'Article archived successfully', topic, undo })
    },
  })
  const trash = api.articles.delete.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to delete article' } },
    onSuccess: (article) => {
      articleChanged(article)
      notify({ kind: 'success', title: 'Article moved to the trash', topic, undo })
    },
  })
  return {
    restore: () => restore.mutate({ id }),
    archive: () => archive.mutate({ id }),
    trash: () => trash.mutate({ id }),
    isPending: restore.isPending || archive.isPending || trash.isPending,
  }
}
