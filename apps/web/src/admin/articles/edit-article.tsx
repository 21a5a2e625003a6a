import type { AdminArticle } from '@nightdesk/contracts'
import { lazy, useState } from 'react'
import { api } from '../../api.ts'
import { formatDateTime } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusMode } from '../layout/focus-mode.ts'
import { Page } from '../layout/page.tsx'
import { Part } from '../layout/part.tsx'
import { useToggleParam } from '../layout/use-toggle-param.ts'
import { useNotify } from '../notify.ts'
import { OpenEditorProvider } from '../versions/open-editor.tsx'
import { ArticleForm } from './article-form.tsx'
import { ArticleLoader } from './article-loader.tsx'
import { FocusButton } from './focus-button.tsx'
import { PreviewButton } from './preview/preview-button.tsx'
import { PreviousVersions } from './previous-versions.tsx'
import { articleServer } from './saving/article-server.ts'
import { textOf } from './saving/article-text.ts'
import { LeaveGuard } from './saving/leave-guard.tsx'
import { useWriting } from './saving/use-writing.ts'
import { WritingDialogs } from './saving/writing-dialogs.tsx'
import { ScheduleButton } from './schedule/schedule-button.tsx'
import { ScheduledBadge } from './schedule/scheduled-badge.tsx'
import { StateBadge } from './state-badge.tsx'
import { useArticleChanged } from './use-article-changed.ts'

const ScheduleNotice = lazy(async () => ({
  default: (await import('./schedule/schedule-notice.tsx')).ScheduleNotice,
}))

export function EditArticle() {
  return (
    <OpenEditorProvider>
      <ArticleLoader title="Edit Article">{(article) => <Edit article={article} />}</ArticleLoader>
    </OpenEditorProvider>
  )
}

function Edit({ article }: { article: AdminArticle }) {
  const { isFocused } = useFocusMode()
  const [showsVersions, toggleVersions] = useToggleParam('versions')
  const [initial] = useState(() => textOf(article))
  const { writing, form } = useEditing(article)
  const toolbar = (
    <>
      <FocusButton />
      <Button variant="secondary" aria-expanded={showsVersions} onClick={toggleVersions}>
        {showsVersions ? 'Hide Versions' : 'Show Versions'}
      </Button>
      {!isFocused && <PreviewButton articleId={article.id} sendUnsaved={writing.sendUnsaved} />}
      {!isFocused && <ScheduleButton article={article} />}
    </>
  )
  return (
    <Page title="Edit Article" hideTitle={isFocused} actions={toolbar}>
      {!isFocused && (
        <p className="flex flex-wrap items-center gap-3 text-xs text-muted">
          <StateBadge state={article.state} />
          <ScheduledBadge at={article.scheduled_at} />
          <span>Created {formatDateTime(article.created_at)}</span>
        </p>
      )}
      {article.scheduled_at && !isFocused && (
        <Part name="The schedule">
          <ScheduleNotice article={article} />
        </Part>
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
        {showsVersions && <PreviousVersions article={article} onReverted={writing.followRevert} />}
      </div>
      <WritingDialogs writing={writing} />
      <LeaveGuard writing={writing} form={form} state={article.state} />
    </Page>
  )
}

function useEditing(article: AdminArticle) {
  const { client, articles } = api.useUtils()
  const notify = useNotify()
  const articleChanged = useArticleChanged()
  const { id } = article
  return useWriting({
    article,
    server: articleServer(client, id, (unsaved_at) => {
      articles.get.setData({ id }, (known) => known && { ...known, unsaved_at })
      // Only the server knows whether that is another text than the newest version.
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
    },
  })
}
