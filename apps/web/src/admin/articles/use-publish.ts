import { api } from '../../api.ts'
import { useNotify } from '../notify.ts'
import { useArticleChanged } from './use-article-changed.ts'

/** Publish and Unpublish: one click each, taken back from the notice. */
export function usePublish(id: number) {
  const notify = useNotify()
  const articleChanged = useArticleChanged()

  const publish = api.articles.publish.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to publish article' } },
    onSuccess: (article) => {
      articleChanged(article)
      notify({
        kind: 'success',
        title: 'Article published successfully',
        topic: `article ${id}`,
        undo: () => unpublish.mutate({ id }),
      })
    },
  })
  const unpublish = api.articles.unpublish.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to unpublish article' } },
    onSuccess: (article) => {
      articleChanged(article)
      notify({
        kind: 'success',
        title: 'Article unpublished successfully',
        topic: `article ${id}`,
        undo: () => publish.mutate({ id }),
      })
    },
  })
  return {
    publish: () => publish.mutate({ id }),
    unpublish: () => unpublish.mutate({ id }),
    isPending: publish.isPending || unpublish.isPending,
  }
}
