import { type AdminArticle, titleProblem } from '@nightdesk/contracts'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { AFTER_WRITING, useFocusMode } from '../../screen/focus-mode.ts'
import { WritingPage } from '../../screen/writing-page.tsx'
import { MAIN_KEY } from '../../shortcuts/shortcuts.tsx'
import { LoadingArticle } from '../loading-article.tsx'
import { newKey } from '../saving/draft-text.ts'
import { type Opening, openSaved, useNewOpening } from '../saving/opening.ts'
import { commitInput } from '../saving/save-bar.tsx'
import { isUnsaved } from '../saving/save-machine.ts'
import {
  saveBeforePublishing,
  useEditState,
  useIsLeft,
  useStartWriting,
  WritingContext,
} from '../saving/writing-context.tsx'
import { ArticleForm, DetailsButton, ExitFocusButton, MoreMenu, useDetails } from './article-form.tsx'

/**
 * A new text, or one that has a working copy but no article yet. Its key is in the URL as soon as something is typed.
 * After the first save, the URL redirects to the article.
 */
export function NewArticle() {
  const { key: visit } = useLocation()
  const keyInUrl = useSearchParams()[0].get('copy')
  const [draft, setDraft] = useState(() => begin(keyInUrl, visit))
  // The URL now names the text that is open, or another text was asked for, perhaps before it did.
  if (visit !== draft.visit) setDraft(keyInUrl === draft.key ? { ...draft, visit } : begin(keyInUrl, visit))
  const { key, mayExist } = draft
  return mayExist ? (
    <Reopen key={key} articleKey={key} />
  ) : (
    <Write key={key} articleKey={key} opening={EMPTY} />
  )
}

interface NewDraft {
  key: string
  /** The router's key of the last navigation. */
  visit: string
  /** Whether the server may already have a working copy of it. */
  mayExist: boolean
}

const begin = (keyInUrl: string | null, visit: string): NewDraft => ({
  key: keyInUrl ?? newKey(),
  visit,
  mayExist: keyInUrl !== null,
})

const EMPTY = openSaved(null)

function Reopen({ articleKey }: { articleKey: string }) {
  const opening = useNewOpening(articleKey)
  if (!opening.data) return <LoadingArticle title="New Article" query={opening} />
  if ('id' in opening.data) return <Navigate to={paths.admin.editDraft(opening.data.id)} replace />
  return <Write articleKey={articleKey} opening={opening.data} />
}

function Write({ articleKey, opening }: { articleKey: string; opening: Opening }) {
  const navigate = useNavigate()
  const article = useRef<AdminArticle>(null)
  const isPublishing = useRef(false)
  const isLeft = useIsLeft()
  const writing = useStartWriting({ key: articleKey }, opening, (saved, isContinued) => {
    article.current = saved
    // Whoever goes on writing stays in the text, until the next save.
    if (isContinued || isPublishing.current || isLeft()) return
    navigate(paths.admin.draft(saved.id), { state: AFTER_WRITING })
  })
  const { isFocused } = useFocusMode()
  const details = useDetails()

  /** The sheet to publish is about an article, so a new text is saved first. */
  async function publish() {
    if (isPublishing.current) return
    const giveBack = commitInput()
    if (titleProblem(writing.draftEditor.texts().written.title)) {
      // The form says what is wrong with the title, and focuses it.
      document.querySelector<HTMLFormElement>('.manuscript form')?.requestSubmit()
      return
    }
    isPublishing.current = true
    const isSaved = await saveBeforePublishing(writing.draftEditor)
    isPublishing.current = false
    if (isLeft()) return
    if (isSaved && article.current) navigate(paths.admin.publish(article.current.id))
    else giveBack?.()
  }

  return (
    <WritingContext value={writing}>
      <KeyInUrl articleKey={articleKey} />
      <WritingPage
        title="New Article"
        actions={
          isFocused ? (
            <ExitFocusButton />
          ) : (
            <>
              <DetailsButton isOpen={details.isOpen} onToggle={() => details.setOpen(!details.isOpen)} />
              <MoreMenu />
            </>
          )
        }
        primary={
          !isFocused && (
            <Button aria-keyshortcuts={MAIN_KEY} variant="success" onClick={publish}>
              Publish…
            </Button>
          )
        }
      >
        <ArticleForm details={details} />
      </WritingPage>
    </WritingContext>
  )
}

/** Puts the key into the URL with the first edit, so that a reload opens the same text. */
function KeyInUrl({ articleKey }: { articleKey: string }) {
  const [search, setSearch] = useSearchParams()
  const isChanged = useEditState(({ save }) => isUnsaved(save))
  const isInUrl = search.get('copy') === articleKey
  useEffect(() => {
    if (isChanged && !isInUrl) setSearch({ copy: articleKey }, { replace: true, preventScrollReset: true })
  }, [isChanged, isInUrl, articleKey, setSearch])
  return null
}
