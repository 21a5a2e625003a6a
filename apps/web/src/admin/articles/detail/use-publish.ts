import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { useNotify } from '../../notify.ts'
import { useArticleChanged } from './use-article-changed.ts'
import { useShownState } from './use-shown-state.ts'

/** Publish and Unpublish: optimistic, with Undo in the notice. */
export function usePublish(id: number) {
  const notify = useNotify()
  const articleChanged = useArticleChanged()
  const showState = useShownState(id)
  const topic = `article ${id}`

  const publish = api.articles.publish.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to publish article' } },
    onMutate: async () => ({ takeBack: await showState('published') }),
    onError: (_error, _input, context) => context?.takeBack(),
    onSuccess: (article) => {
      articleChanged(article)
      notify({
        kind: 'success',
        title: 'Article published successfully',
        description: 'Readers can see it now.',
        topic,
        view: { href: paths.article(id), label: 'View the article' },
        undo: () => unpublish.mutate({ id }),
      })
    },
  })
  const unpublish = api.articles.unpublish.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to unpublish article' } },
    onMutate: async () => ({ takeBack: await showState('draft') }),
    onError: (_error, _input, context) => context?.takeBack(),
    onSuccess: (article) => {
      articleChanged(article)
      notify({
        kind: 'success',
        title: 'Article unpublished successfully',
        description: 'It is a draft again.',
        topic,
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
