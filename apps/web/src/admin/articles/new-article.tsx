import { excerpt } from '@nightdesk/editor'
import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { useFocusMode } from '../layout/focus-mode.ts'
import { Page } from '../layout/page.tsx'
import { useNotify } from '../notify.ts'
import { ArticleForm } from './article-form.tsx'
import { FocusButton } from './focus-button.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { useArticleChanged } from './use-article-changed.ts'
import { useUnsavedChanges } from './use-unsaved-changes.ts'

export function NewArticle() {
  const notify = useNotify()
  const navigate = useNavigate()
  const articleChanged = useArticleChanged()
  const { isFocused } = useFocusMode()
  const { hasChanges, markChanged, beginSave, blocker } = useUnsavedChanges()
  const create = api.articles.create.useMutation({
    meta: { failure: { title: 'Failed to save article' } },
    onMutate: () => ({ markSaved: beginSave() }),
    onSuccess: (article, _input, { markSaved }) => {
      markSaved()
      articleChanged(article)
      notify({
        kind: 'success',
        title: 'Article saved successfully',
        description: 'Your article has been created',
      })
      navigate(paths.admin.draft(article.id))
    },
  })

  return (
    <Page title="New Article" hideHeader={isFocused} actions={<FocusButton />}>
      {isFocused && <FocusButton />}
      <ArticleForm
        onSave={({ title, content, poster }) =>
          create.mutate({
            title,
            content: JSON.stringify(content),
            excerpt: excerpt(content),
            poster_image_id: poster?.image_id,
          })
        }
        onChange={markChanged}
        saveLabel="Save Article"
        isSaving={create.isPending}
        hasChanges={hasChanges}
        refused={create.error?.data?.fields}
        isFocused={isFocused}
      />
      <LeaveDialog blocker={blocker} />
    </Page>
  )
}
