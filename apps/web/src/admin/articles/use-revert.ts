import type { Article } from '@nightdesk/contracts'
import { api } from '../../api.ts'
import { useNotify } from '../notify.ts'
import { useArticleChanged } from './use-article-changed.ts'

/** Copies an old version forward. Undo copies the one that was current before. */
export function useRevert(id: number, onReverted: (article: Article) => void) {
  const notify = useNotify()
  const utils = api.useUtils()
  const articleChanged = useArticleChanged()
  const revert = api.versions.revert.useMutation({
    meta: { failure: { title: 'Failed to revert version' } },
    onMutate: () => ({ previous: utils.articles.get.getData({ id })?.version_id }),
    onSuccess: (article, _input, { previous }) => {
      articleChanged(article)
      notify({
        kind: 'success',
        title: 'Version reverted successfully',
        topic: `article ${id}`,
        undo: previous ? () => revert.mutate({ id, version_id: previous }) : undefined,
      })
      onReverted(article)
    },
  })
  return { revert: (version_id: number) => revert.mutate({ id, version_id }), isPending: revert.isPending }
}
