import type { Article } from '@nightdesk/contracts'
import { useState } from 'react'
import { api } from '../../api.ts'
import { formatDateTime } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusMode } from '../layout/focus-mode.ts'
import { Page } from '../layout/page.tsx'
import { useToggleParam } from '../layout/use-toggle-param.ts'
import { ArticleForm, type ArticleValues } from './article-form.tsx'
import { ArticleLoader } from './article-loader.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { FocusButton } from './focus-button.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { PreviousVersions } from './previous-versions.tsx'
import { StateBadge } from './state-badge.tsx'
import { type UnsavedChanges, useUnsavedChanges } from './use-unsaved-changes.ts'
import { useUpdateArticle } from './use-update-article.ts'

export function EditArticle() {
  return <ArticleLoader title="Edit Article">{(article) => <Edit article={article} />}</ArticleLoader>
}

function Edit({ article }: { article: Article }) {
  const { isFocused } = useFocusMode()
  const [showsVersions, toggleVersions] = useToggleParam('versions')
  const unsaved = useUnsavedChanges()
  const { start, followRevert, loadTheirs } = useStart(article, unsaved)
  const toolbar = (
    <>
      <FocusButton />
      <Button variant="secondary" aria-expanded={showsVersions} onClick={toggleVersions}>
        {showsVersions ? 'Hide Versions' : 'Show Versions'}
      </Button>
    </>
  )

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
        <EditForm
          key={start.key}
          article={start.article}
          isFocused={isFocused}
          unsaved={unsaved}
          onLoadTheirs={loadTheirs}
        />
        {showsVersions && (
          <PreviousVersions
            article={article}
            hasUnsavedChanges={unsaved.hasChanges}
            onReverted={followRevert}
          />
        )}
      </div>
      <LeaveDialog blocker={unsaved.blocker} />
    </Page>
  )
}

/** The article the form began with. The form is begun anew when that is another one. */
function useStart(article: Article, unsaved: UnsavedChanges) {
  const utils = api.useUtils()
  const [start, setStart] = useState({ article, key: 0 })
  function restart(next: Article) {
    unsaved.beginSave()()
    setStart(({ key }) => ({ article: next, key: key + 1 }))
  }
  /** A revert can be undone from its notice, long after: what was typed since is not thrown away for it. */
  function followRevert(reverted: Article) {
    if (!unsaved.isDirty()) restart(reverted)
  }
  async function loadTheirs() {
    restart(await utils.articles.get.fetch({ id: article.id }, { staleTime: 0 }))
  }
  return { start, followRevert, loadTheirs }
}

interface EditFormProps {
  article: Article
  isFocused: boolean
  unsaved: UnsavedChanges
  onLoadTheirs(): void
}

function EditForm({ article, isFocused, unsaved, onLoadTheirs }: EditFormProps) {
  const { save, overwrite, isPending, error } = useUpdateArticle(article, unsaved.beginSave)
  return (
    <ArticleForm
      initial={toValues(article)}
      onSave={save}
      onChange={unsaved.markChanged}
      saveLabel="Save Changes"
      isSaving={isPending}
      hasChanges={unsaved.hasChanges}
      refused={error?.data?.fields}
      isFocused={isFocused}
    >
      {error?.data?.code === 'CONFLICT' && (
        <ConflictNotice message={error.message} onLoadTheirs={onLoadTheirs} onOverwrite={overwrite} />
      )}
    </ArticleForm>
  )
}

function toValues({ title, content, poster_image_id, poster_url }: Article): ArticleValues {
  const poster = poster_image_id && poster_url ? { image_id: poster_image_id, url: poster_url } : null
  return { title, content, poster }
}
