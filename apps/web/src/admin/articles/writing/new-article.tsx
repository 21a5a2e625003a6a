import { titleProblem } from '@nightdesk/contracts'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { api, explain } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { notify } from '../../notify.ts'
import { useFocusMode } from '../../screen/focus-mode.ts'
import { Page } from '../../screen/page.tsx'
import { WritingPage } from '../../screen/writing-page.tsx'
import { MAIN_KEY } from '../../shortcuts/shortcuts.tsx'
import { useArticleChanged } from '../article-changed.ts'
import { refetchList } from '../list/refetch-list.ts'
import { LoadingArticle } from '../loading-article.tsx'
import { articleServer, newArticleServer } from '../saving/article-server.ts'
import type { DraftEditor } from '../saving/draft-editor.ts'
import { subjectOf } from '../saving/draft-text.ts'
import { EditDialogs, LeaveGuard } from '../saving/edit-dialogs.tsx'
import { type Opening, useNewOpening } from '../saving/opening.ts'
import { isUnsaved } from '../saving/save-machine.ts'
import { saveAll, useDraftEditor, useEditState } from '../saving/writing-context.tsx'
import { ArticleForm, DetailsButton, FocusButton, useDetails } from './article-form.tsx'

/**
 * A new text, or one that has a working copy but no article yet. Its key is in the URL as soon as something is typed.
 * After the first save, the URL redirects to the article.
 */
export function NewArticle() {
  const keyInUrl = useSearchParams()[0].get('copy')
  const [draft, setDraft] = useState(() => begin(keyInUrl))
  // The URL now names the text that is open, or another text.
  if (keyInUrl !== draft.keyInUrl) setDraft(keyInUrl === draft.key ? { ...draft, keyInUrl } : begin(keyInUrl))
  return <Open key={draft.key} draft={draft} />
}

interface NewDraft {
  key: string
  /** The key in the URL. */
  keyInUrl: string | null
  /** Whether the server may already have a working copy of it. */
  mayExist: boolean
}

const begin = (keyInUrl: string | null): NewDraft => ({
  key: keyInUrl ?? crypto.randomUUID(),
  keyInUrl,
  mayExist: keyInUrl !== null,
})

function Open({ draft: { key, mayExist } }: { draft: NewDraft }) {
  const { data, error, refetch } = useNewOpening(mayExist ? key : null)
  if (data?.created !== undefined) return <Navigate to={paths.admin.editDraft(data.created)} replace />
  if (data) return <Write articleKey={key} opening={data.opening} />
  return (
    <Page title="New Article">
      {error ? <ErrorState message={explain(error)} onRetry={() => refetch()} /> : <LoadingArticle />}
    </Page>
  )
}

function Write({ articleKey, opening }: { articleKey: string; opening: Opening }) {
  const { isFocused } = useFocusMode()
  const { editing, publish } = useCreating(articleKey, opening)
  const { draftEditor, form } = editing
  const details = useDetails()
  useKeyInUrl(draftEditor, articleKey)
  const actions = (
    <>
      <FocusButton />
      {!isFocused && (
        <DetailsButton isOpen={details.isOpen} onToggle={() => details.setOpen(!details.isOpen)} />
      )}
    </>
  )
  const primary = !isFocused && (
    <Button aria-keyshortcuts={MAIN_KEY} variant="success" onClick={publish}>
      Publish…
    </Button>
  )
  return (
    <WritingPage title="New Article" actions={actions} primary={primary}>
      <ArticleForm
        ref={form}
        draftEditor={draftEditor}
        initial={opening.text}
        saveLabel="Save Article"
        details={details}
        isFocused={isFocused}
      />
      <EditDialogs draftEditor={draftEditor} />
      <LeaveGuard draftEditor={draftEditor} form={form} />
    </WritingPage>
  )
}

/** Puts the key into the URL with the first edit, so that a reload opens the same text. */
function useKeyInUrl(draftEditor: DraftEditor, key: string) {
  const [search, setSearch] = useSearchParams()
  const isChanged = useEditState(draftEditor, ({ save }) => isUnsaved(save))
  const isInUrl = search.get('copy') === key
  useEffect(() => {
    if (isChanged && !isInUrl) setSearch({ copy: key }, { replace: true, preventScrollReset: true })
  }, [isChanged, isInUrl, key, setSearch])
}

function useCreating(key: string, opening: Opening) {
  const { client, articles, newArticles } = api.useUtils()
  const navigate = useNavigate()
  const articleChanged = useArticleChanged()
  /** The screen after the first save. */
  const leadsTo = useRef<'draft' | 'publish'>('draft')
  const editing = useDraftEditor({
    article: null,
    subject: subjectOf(null, key),
    opening,
    server: newArticleServer(client, key, () => void refetchList(newArticles.list)),
    serverOf: (id) =>
      articleServer(client, id, () => {
        void articles.get.invalidate({ id })
        void refetchList(articles.list)
      }),
    notify,
    failureTitle: 'Failed to save article',
    onSaved(article) {
      articleChanged(article)
      newArticles.list.invalidate()
      notify({
        kind: 'success',
        title: 'Article saved successfully',
        description: 'Your article has been created',
      })
      if (editing.form.current?.pendingUploads()) {
        notify({
          kind: 'warning',
          title: 'Images are missing',
          description: 'Some were not uploaded yet. Please add them again.',
        })
      }
      navigate(paths.admin[leadsTo.current](article.id))
    },
  })
  /** The sheet to publish is about an article, so a new text is saved first. */
  async function publish() {
    if (titleProblem(editing.draftEditor.texts().written.title)) {
      // The form says what is wrong with the title, and focuses it.
      document.querySelector<HTMLFormElement>('.manuscript form')?.requestSubmit()
      return
    }
    leadsTo.current = 'publish'
    await saveAll({ ...editing, notify })
    leadsTo.current = 'draft'
  }
  return { editing, publish }
}
