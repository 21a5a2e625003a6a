import type { Article } from '@nightdesk/contracts'
import { useState } from 'react'
import { api } from '../../api.ts'
import { formatDateTime } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusMode } from '../layout/focus-mode.ts'
import { Page } from '../layout/page.tsx'
import { useToggleParam } from '../layout/use-toggle-param.ts'
import { useNotify } from '../notify.ts'
import { OpenEditorProvider } from '../versions/open-editor.tsx'
import { ArticleForm } from './article-form.tsx'
import { ArticleLoader } from './article-loader.tsx'
import { FocusButton } from './focus-button.tsx'
import { PreviousVersions } from './previous-versions.tsx'
import { articleServer } from './saving/article-server.ts'
import { textOf } from './saving/article-text.ts'
import { LeaveGuard } from './saving/leave-guard.tsx'
import { isUnsaved } from './saving/save-machine.ts'
import { useWriting, useWritingView } from './saving/use-writing.ts'
import { WritingDialogs } from './saving/writing-dialogs.tsx'
import { StateBadge } from './state-badge.tsx'
import { useArticleChanged } from './use-article-changed.ts'

export function EditArticle() {
  return (
    <OpenEditorProvider>
      <ArticleLoader title="Edit Article">{(article) => <Edit article={article} />}</ArticleLoader>
    </OpenEditorProvider>
  )
}

function Edit({ article }: { article: Article }) {
  const { isFocused } = useFocusMode()
  const [showsVersions, toggleVersions] = useToggleParam('versions')
  const [initial] = useState(() => textOf(article))
  const { writing, form } = useEditing(article)
  const hasUnsavedChanges = useWritingView(writing, ({ save }) => isUnsaved(save))
  const toolbar = (
    <>
      <FocusButton />
      <Button variant="secondary" aria-expanded={showsVersions} onClick={toggleVersions}>
        {showsVersions ? 'Hide Versions' : 'Show Versions'}
      </Button>
    </>
  )
  /** A revert can be undone from its notice, long after: what was typed since is not thrown away for it. */
  function followRevert(reverted: Article) {
    if (!isUnsaved(writing.view().save)) void writing.restart(reverted)
  }

  return (
    <Page title="Edit Article" hideHeader={isFocused} actions={toolbar}>
      {isFocused ? (
        <div className="flex justify-end gap-2">{toolbar}</div>
      ) : (
        <p className="flex flex-wrap items-center gap-3 text-xs text-muted">
          <StateBadge state={article.state} />
          <span>Created {formatDateTime(article.created_at)}</span>
        </p>
      )}
      <div className={showsVersions ? 'grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]' : ''}>
        <ArticleForm
          ref={form}
          writing={writing}
          initial={initial}
          state={article.state}
          saveLabel="Save Changes"
          isFocused={isFocused}
        />
        {showsVersions && (
          <PreviousVersions
            article={article}
            hasUnsavedChanges={hasUnsavedChanges}
            onReverted={followRevert}
          />
        )}
      </div>
      <WritingDialogs writing={writing} />
      <LeaveGuard writing={writing} form={form} state={article.state} />
    </Page>
  )
}

function useEditing(article: Article) {
  const { client } = api.useUtils()
  const notify = useNotify()
  const articleChanged = useArticleChanged()
  return useWriting({
    article,
    server: articleServer(client, article.id),
    notify,
    failureTitle: 'Failed to update article',
    onSaved(saved) {
      articleChanged(saved)
      notify({
        kind: 'success',
        title: 'Article updated successfully',
        description: 'Your changes have been saved',
      })
    },
  })
}
