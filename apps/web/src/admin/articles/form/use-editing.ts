import type { AdminArticle } from '@nightdesk/contracts'
import { api } from '../../../api.ts'
import { notify } from '../../notify.ts'
import { useArticleChanged } from '../detail/use-article-changed.ts'
import { refetchList } from '../list/refetch-list.ts'
import { articleServer } from '../saving/article-server.ts'
import { subjectOf } from '../saving/journal/subject.ts'
import type { Opening } from '../saving/recovery/opening.ts'
import { useDraftEditor } from '../saving/use-draft-editor.ts'

export type Editing = ReturnType<typeof useEditing>

/** The draft editor of an existing article, and the ref for its form. */
export function useEditing(article: AdminArticle, opening: Opening) {
  const { client, articles } = api.useUtils()
  const articleChanged = useArticleChanged()
  const { id } = article
  const { draftEditor, form } = useDraftEditor({
    article,
    subject: subjectOf(id, undefined),
    opening,
    server: articleServer(client, id, (unsaved_at) => {
      articles.get.setData({ id }, (known) => known && { ...known, unsaved_at })
      void refetchList(articles.list)
      // Only the server knows whether the working copy differs from the newest version.
      articles.get.invalidate({ id }, { refetchType: 'none' })
    }),
    notify,
    failureTitle: 'Failed to update article',
    onSaved(saved) {
      articleChanged(saved)
      notify({
        kind: 'success',
        title: 'Article updated successfully',
        description: 'Your changes have been saved',
      })
      if (form.current?.pendingUploads()) {
        notify({
          kind: 'warning',
          title: 'Images are missing',
          description: 'Some are not uploaded, and the saved text does not have them.',
        })
      }
    },
  })
  return { draftEditor, form }
}
