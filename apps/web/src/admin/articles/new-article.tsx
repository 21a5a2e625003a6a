import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { useFocusMode } from '../layout/focus-mode.ts'
import { Page } from '../layout/page.tsx'
import { useNotify } from '../notify.ts'
import { ArticleForm } from './article-form.tsx'
import { FocusButton } from './focus-button.tsx'
import { newArticleServer } from './saving/article-server.ts'
import { EMPTY_TEXT } from './saving/article-text.ts'
import { LeaveGuard } from './saving/leave-guard.tsx'
import { useWriting } from './saving/use-writing.ts'
import { WritingDialogs } from './saving/writing-dialogs.tsx'
import { useArticleChanged } from './use-article-changed.ts'

export function NewArticle() {
  const { isFocused } = useFocusMode()
  const { writing, form } = useCreating()
  return (
    <Page title="New Article" hideTitle={isFocused} actions={<FocusButton />}>
      <ArticleForm
        ref={form}
        writing={writing}
        initial={EMPTY_TEXT}
        saveLabel="Save Article"
        isFocused={isFocused}
      />
      <WritingDialogs writing={writing} />
      <LeaveGuard writing={writing} form={form} />
    </Page>
  )
}

function useCreating() {
  const { client } = api.useUtils()
  const notify = useNotify()
  const navigate = useNavigate()
  const articleChanged = useArticleChanged()
  const { writing, form } = useWriting({
    article: null,
    server: newArticleServer(client),
    notify,
    failureTitle: 'Failed to save article',
    onSaved(article) {
      articleChanged(article)
      notify({
        kind: 'success',
        title: 'Article saved successfully',
        description: 'Your article has been created',
      })
      if (form.current?.pendingUploads()) {
        notify({
          kind: 'warning',
          title: 'Images are missing',
          description: 'Some were not uploaded yet. Please add them again.',
        })
      }
      navigate(paths.admin.draft(article.id))
    },
  })
  return { writing, form }
}
