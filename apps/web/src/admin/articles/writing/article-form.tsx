import '@nightdesk/editor/editor.css'
import './writing.css'
import { type AdminArticle, type FieldError, publicPath, titleProblem } from '@nightdesk/contracts'
import { isOfInputMethod } from '@nightdesk/editor/input-methods'
import { Editor } from '@nightdesk/editor/lexical'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '../../../api.ts'
import { Button } from '../../../ui/button.tsx'
import { Form, fieldRules } from '../../../ui/form.tsx'
import { TitleField } from '../../../ui/title-field.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { uploadImage } from '../../../upload.ts'
import { useFocusKeys, useFocusMode } from '../../screen/focus-mode.ts'
import { lazyPart } from '../../screen/lazy.tsx'
import { SidePanel } from '../../screen/side-panel.tsx'
import { useStored } from '../../screen/use-stored.ts'
import { useSwitch } from '../../shortcuts/switches.tsx'
import { EditDialogs, RecoverableDraftPrompt } from '../saving/edit-dialogs.tsx'
import { keepCaret, SaveBar } from '../saving/save-bar.tsx'
import { useEditState, useRefusal, useWriting } from '../saving/writing-context.tsx'
import { useCopyImage } from './copy-image.ts'
import { useTitleHistory } from './title-history.ts'

// Typing does not need them.
const WritingAids = lazyPart(
  'The words of the session',
  async () => (await import('./writing-aids.tsx')).WritingAids,
)
const DetailsFields = lazyPart(
  'The details',
  async () => (await import('./details-fields.tsx')).DetailsFields,
)

interface ArticleFormProps {
  /** Undefined for a new text. */
  article?: AdminArticle
  /** Of the screen. */
  details: Details
  /** More about the article, at the end of the details. It asks the server, so it is mounted when they are first open. */
  moreDetails?: ReactNode
  /** Shown beside the text, instead of the details. */
  beside?: ReactNode
  /** Shown below the text. */
  below?: ReactNode
}

/** The title and the text of an article, and its details beside them. In focus mode, only the text is shown. */
export function ArticleForm({ article, details, moreDetails, beside, below }: ArticleFormProps) {
  const { draftEditor, isNew, body } = useWriting()
  const { isFocused, toggleFocus } = useFocusMode()
  useFocusKeys()
  const refused = useEditState((state) => state.refused)
  const fields = useRefusedHead(refused, details)
  const [initial] = useState(() => draftEditor.texts().written)
  const title = useRef<HTMLTextAreaElement>(null)
  useTitleHistory(title)
  const searchArticles = useSearchArticles()
  const copyImage = useCopyImage()
  const { isOn: isPunctuationSmart } = useSwitch('punctuation')
  const contentError = useRefusal('content')
  const isPage = article?.kind === 'page'
  const areDetailsOpen = details.isOpen && !beside && !isFocused
  // The details stay mounted while they are closed, so that an upload in them goes on.
  const [wereDetailsOpen, setWereDetailsOpen] = useState(areDetailsOpen)
  if (areDetailsOpen && !wereDetailsOpen) setWereDetailsOpen(true)

  function leaveTitle(event: KeyboardEvent) {
    if (event.key !== 'Enter' || isOfInputMethod(event.nativeEvent)) return
    event.preventDefault()
    body.current?.focus()
  }
  /** Fields are hidden in focus mode, so it is left before the form moves the focus to the invalid title. */
  function showTitleProblem() {
    if (isFocused && titleProblem(title.current?.value ?? '')) flushSync(toggleFocus)
  }

  return (
    <div ref={fields} className={`manuscript ${isFocused ? 'focus-mode' : ''}`}>
      <Form schema={titleRule} refused={refused} onSubmit={draftEditor.save}>
        <RecoverableDraftPrompt />
        <Editor
          initialContent={initial.content}
          onChange={(content) => draftEditor.change({ content })}
          uploadImage={uploadImage}
          copyImage={copyImage}
          onPendingUploads={(count) => draftEditor.setUploads('text', count)}
          searchArticles={searchArticles}
          handle={body}
          isPunctuationSmart={isPunctuationSmart}
          placeholder="Write, or type / to insert"
          heading={
            <TitleField
              ref={title}
              name="title"
              label="Title"
              defaultValue={initial.title}
              onChange={(written) => draftEditor.change({ title: written })}
              onKeyDown={leaveTitle}
              autoComplete="off"
              // A new article starts with the focus in its title, and so does a page of which only that is written.
              autoFocus={(isNew || (isPage && initial.content.length === 0)) && !isFocused}
            />
          }
          renderAids={(tools) => <WritingAids tools={tools} isFocused={isFocused} />}
          renderFooter={(counts) => (
            <>
              {below}
              <SaveBar onSave={showTitleProblem} counts={counts} />
            </>
          )}
        />
        {contentError && (
          <p role="alert" className="px-4 py-1 text-xs text-danger">
            {contentError}
          </p>
        )}
      </Form>
      <SidePanel id={DETAILS} title="Details" isOpen={areDetailsOpen} onClose={() => details.setOpen(false)}>
        <DetailsFields article={article} />
        {wereDetailsOpen && moreDetails}
      </SidePanel>
      {beside}
      <EditDialogs />
    </div>
  )
}

const titleRule = fieldRules({ title: titleProblem })

/**
 * Leaves focus mode, opens the details, and moves the focus to the first of title, excerpt, tags and description that the
 * server refused.
 * @returns a ref for the element around these fields
 */
function useRefusedHead(refused: FieldError[] | undefined, details: Details) {
  const head = useRef<HTMLDivElement>(null)
  const isDue = useRef(false)
  const { isFocused, toggleFocus } = useFocusMode()
  const show = useEffectEvent(() => {
    const isRefused = (fields: RegExp) => refused?.some(({ path }) => fields.test(path)) ?? false
    const isInDetails = isRefused(/^(excerpt|credits|tags|poster_alt)/)
    isDue.current = isInDetails || isRefused(/^title/)
    if (isDue.current && isFocused) toggleFocus()
    if (isInDetails && !details.isOpen) details.setOpen(true)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per response
  useEffect(show, [refused])
  useEffect(() => {
    const field = head.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    // Until the next render, it may be hidden.
    if (!isDue.current || !field?.checkVisibility()) return
    isDue.current = false
    field.focus()
  })
  return head
}

const FOUND = 6

/** For the editor: searches published articles and pages to link to. */
function useSearchArticles() {
  const utils = api.useUtils()
  return async (query: string) => {
    const found = await utils.articles.list.fetch({ kind: 'any', q: query, state: 'published', limit: FOUND })
    return found.map((article) => ({ title: article.title, url: publicPath(article) }))
  }
}

const DETAILS = 'article-details'

type Details = ReturnType<typeof useDetails>

/** Whether the panel is open. Beside the text it is, until it is closed, which the browser remembers; a sheet is not. */
export function useDetails() {
  const isWide = useMediaQuery('(width >= 64rem)')
  const [stored, store] = useStored('article_details')
  const [isSheetOpen, setSheetOpen] = useState(false)
  return {
    isOpen: isWide ? stored !== 'closed' : isSheetOpen,
    setOpen: (isOpen: boolean) => (isWide ? store(isOpen ? null : 'closed') : setSheetOpen(isOpen)),
  }
}

export function DetailsButton({ isOpen, onToggle }: { isOpen: boolean; onToggle(): void }) {
  return (
    <Button aria-expanded={isOpen} aria-controls={DETAILS} onClick={onToggle}>
      Details
    </Button>
  )
}

export function ExitFocusButton() {
  const { body } = useWriting()
  const { toggleFocus } = useFocusMode()
  function exit() {
    toggleFocus()
    // The button is removed.
    body.current?.focus()
  }
  return (
    <Button onClick={exit} onMouseDown={keepCaret}>
      Exit Focus
    </Button>
  )
}

/** The menu at the end of the buttons, which typing does not need. Its place is kept until it is loaded. */
export const MoreMenu = lazyPart(
  'The menu with more',
  async () => (await import('./more-menu.tsx')).MoreMenu,
  {
    fallback: <span className="w-8" />,
  },
)
