import type { Article } from '@nightdesk/contracts'
import { useRef } from 'react'
import { api } from '../../api.ts'
import { useNotify } from '../notify.ts'
import type { ArticleValues } from './article-form.tsx'
import { useArticleChanged } from './use-article-changed.ts'

/**
 * Saves over the version the edit began from. When others have changed the text since, the save is refused with
 * CONFLICT and nothing is lost; after `overwrite()` the next save goes through.
 */
export function useUpdateArticle({ id, version_number }: Article, beginSave: () => () => void) {
  const notify = useNotify()
  const articleChanged = useArticleChanged()
  const base = useRef<number | undefined>(version_number)
  const update = api.articles.update.useMutation({
    meta: { failure: { title: 'Failed to update article' } },
    onMutate: () => ({ markSaved: beginSave() }),
    onSuccess: (saved, _input, { markSaved }) => {
      base.current = saved.version_number
      markSaved()
      articleChanged(saved)
      notify({
        kind: 'success',
        title: 'Article updated successfully',
        description: 'Your changes have been saved',
      })
    },
  })

  return {
    save: ({ title, content, poster }: ArticleValues) =>
      update.mutate({
        id,
        title,
        content,
        poster_image_id: poster?.image_id ?? null,
        base_version: base.current,
      }),
    overwrite: () => {
      base.current = undefined
    },
    isPending: update.isPending,
    error: update.error,
  }
}
