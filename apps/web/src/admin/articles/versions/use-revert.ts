import type { Article } from '@nightdesk/contracts'
import { useRef } from 'react'
import { api } from '../../../api.ts'
import { notify } from '../../notify.ts'
import { useArticleChanged } from '../detail/use-article-changed.ts'

/** Reverts to an old version by saving a copy of it. Undo reverts to the version before. */
export function useRevert(id: number, onReverted: (article: Article, isUndo: boolean) => void) {
  const utils = api.useUtils()
  const articleChanged = useArticleChanged()
  /** The version that the current Undo reverts to. */
  const undone = useRef<number>(undefined)
  const revert = api.versions.revert.useMutation({
    meta: { failure: { title: 'Failed to revert version' } },
    onMutate: () => ({ previous: utils.articles.get.getData({ id })?.version_id }),
    onSettled: () => {
      undone.current = undefined
    },
    onSuccess: (article, { version_id }, { previous }) => {
      const isUndo = undone.current === version_id
      articleChanged(article)
      notify({
        kind: 'success',
        title: 'Version reverted successfully',
        topic: `article ${id}`,
        undo: previous ? () => undo(previous) : undefined,
      })
      onReverted(article, isUndo)
    },
  })
  function undo(version_id: number) {
    undone.current = version_id
    revert.mutate({ id, version_id })
  }
  return { revert: (version_id: number) => revert.mutate({ id, version_id }), isPending: revert.isPending }
}
