import type { FormHandle } from '../saving/writing-context.tsx'
import '@nightdesk/editor/editor.css'
import './writing.css'
import { type ArticleState, type Block, type FieldError, titleProblem } from '@nightdesk/contracts'
import { type CopyImage, Editor, type EditorProps } from '@nightdesk/editor/lexical'
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Form, fieldRules } from '../../../ui/form.tsx'
import { showTitle, TitleField } from '../../../ui/title-field.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { useFocusKeys, useFocusMode } from '../../screen/focus-mode.ts'
import { LazyBoundary } from '../../screen/lazy.tsx'
import { SidePanel } from '../../screen/side-panel.tsx'
import { useStored } from '../../screen/use-stored.ts'
import { useSwitch } from '../../shortcuts/switches.tsx'
import type { DraftEditor } from '../saving/draft-editor.ts'
import type { DraftText } from '../saving/draft-text.ts'
import { RecoverableDraftPrompt } from '../saving/edit-dialogs.tsx'
import { keepCaret, SaveBar } from '../saving/save-bar.tsx'
import { useEditState, useOpenEditor } from '../saving/writing-context.tsx'
import { useTitleHistory } from './title-history.ts'
import { uploadImage } from './upload-image.ts'

interface ArticleFormProps {
  draftEditor: DraftEditor
  /** The text when the form is mounted; later changes of this prop are ignored. */
  initial: DraftText
  /** Of the article; undefined before the first save. */
  state?: ArticleState
  saveLabel: `Save${string}`
  /** Focus mode: only the editor is shown. */
  isFocused: boolean
  ref: Ref<FormHandle>
  /** Of the screen. */
  details: Details
  /** More about the article, at the end of the details. */
  moreDetails?: ReactNode
  /** Shown beside the text, instead of the details. */
  beside?: ReactNode
  /** Shown below the text. */
  below?: ReactNode
}

// Typing does not need them.
const WritingAids = lazy(async () => ({ default: (await import('./writing-aids.tsx')).WritingAids }))
const DetailsFields = lazy(async () => ({
  default: (await import('./details-fields.tsx')).DetailsFields,
}))

const titleRule = fieldRules({ title: titleProblem })

/** The title and the text of an article, and its details beside them. */
export function ArticleForm({
  draftEditor,
  initial,
  state,
  saveLabel,
  isFocused,
  ref,
  details,
  moreDetails,
  beside,
  below,
}: ArticleFormProps) {
  const text = useFormText(initial, draftEditor, ref)
  const refused = useEditState(draftEditor, (view) => view.refused)
  const fields = useRefusedHead(refused)
  const showTitleProblem = useShowTitleProblem(text, isFocused)
  return (
    <div ref={fields} className={`manuscript ${isFocused ? 'focus-mode' : ''}`}>
      <Form schema={titleRule} refused={refused} onSubmit={draftEditor.save}>
        <RecoverableDraftPrompt draftEditor={draftEditor} />
        <BodyField
          text={text}
          initialContent={initial.content}
          refused={refused}
          heading={
            // A new article starts with the focus in its title.
            <Title text={text} initialTitle={initial.title} autoFocus={state === undefined && !isFocused} />
          }
          renderAids={(tools) => (
            <LazyBoundary name="The words of the session">
              <WritingAids tools={tools} isFocused={isFocused} />
            </LazyBoundary>
          )}
          renderFooter={(counts) => (
            <>
              {below}
              <SaveBar
                draftEditor={draftEditor}
                state={state}
                label={saveLabel}
                onSave={showTitleProblem}
                counts={counts}
              />
            </>
          )}
        />
      </Form>
      <DetailsPanel
        isOpen={details.isOpen && !beside && !isFocused}
        onClose={() => details.setOpen(false)}
        more={moreDetails}
      >
        <LazyBoundary name="The details">
          <DetailsFields draftEditor={draftEditor} text={text} refused={refused} />
        </LazyBoundary>
      </DetailsPanel>
      {beside}
    </div>
  )
}

/** Fields are hidden in focus mode, so it is left before the form moves the focus to the invalid title. */
function useShowTitleProblem(text: FormText, isFocused: boolean) {
  const { toggleFocus } = useFocusMode()
  return () => {
    if (isFocused && titleProblem(text.titleField.current?.value ?? '')) flushSync(toggleFocus)
  }
}

interface TitleProps {
  text: FormText
  initialTitle: string
  autoFocus: boolean
}

/** The title above the text. Enter leads into the text. */
function Title({ text: { titleField, editor, change }, initialTitle, autoFocus }: TitleProps) {
  function leaveByEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    editor.current?.focus()
  }
  return (
    <TitleField
      ref={titleField}
      name="title"
      label="Title"
      defaultValue={initialTitle}
      onChange={(title) => change({ title })}
      onKeyDown={leaveByEnter}
      autoComplete="off"
      autoFocus={autoFocus}
    />
  )
}

interface BodyFieldProps extends Pick<EditorProps, 'heading' | 'renderAids' | 'renderFooter'> {
  text: FormText
  initialContent: Block[]
  /** The server's field errors from the last save. */
  refused: FieldError[] | undefined
}

/** The editor, with the server's error about the content below. */
function BodyField({ text, initialContent, refused, ...parts }: BodyFieldProps) {
  const { editor, setPendingUploads, change } = text
  const searchArticles = useSearchArticles()
  const copyImage = useCopyImage()
  const { isOn: isPunctuationSmart } = useSwitch('punctuation')
  const error = refused?.find(({ path }) => path.startsWith('content'))
  return (
    <>
      <Editor
        initialContent={initialContent}
        onChange={(content) => change({ content })}
        uploadImage={uploadImage}
        copyImage={copyImage}
        onPendingUploads={(count) => setPendingUploads({ text: count })}
        searchArticles={searchArticles}
        handle={editor}
        isPunctuationSmart={isPunctuationSmart}
        placeholder="Write, or type / to insert"
        {...parts}
      />
      {error && (
        <p role="alert" className="px-4 py-1 text-xs text-danger">
          {error.message}
        </p>
      )}
    </>
  )
}

const FOUND = 6

/** For the editor: searches published articles to link to. */
function useSearchArticles() {
  const utils = api.useUtils()
  return async (query: string) => {
    const found = await utils.articles.list.fetch({ q: query, state: 'published', limit: FOUND })
    return found.map(({ id, title }) => ({ title, url: paths.article(id) }))
  }
}

/** For the editor: copies images from other sites into our storage. The code is loaded with the first copy. */
function useCopyImage(): CopyImage {
  const { client } = api.useUtils()
  return useCallback(
    async (url, { signal }) => {
      const { copyImage } = await import('./copy-image.ts')
      return copyImage(client, url, signal)
    },
    [client],
  )
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
    <Button variant="secondary" aria-expanded={isOpen} aria-controls={DETAILS} onClick={onToggle}>
      Details
    </Button>
  )
}

interface DetailsPanelProps {
  isOpen: boolean
  onClose(): void
  children: ReactNode
  /** Mounted when the panel is opened first, because it asks the server. */
  more: ReactNode
}

/** What belongs to an article besides its text. It stays mounted while it is closed, so that an upload in it goes on. */
function DetailsPanel({ isOpen, onClose, children, more }: DetailsPanelProps) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <SidePanel id={DETAILS} title="Details" isOpen={isOpen} onClose={onClose}>
      {children}
      {wasOpen && more}
    </SidePanel>
  )
}

export function FocusButton() {
  const { isFocused, toggleFocus } = useFocusMode()
  useFocusKeys()
  return (
    <Button variant="secondary" aria-pressed={isFocused} onClick={toggleFocus} onMouseDown={keepCaret}>
      {isFocused ? 'Exit Focus' : 'Focus Mode'}
    </Button>
  )
}

export type FormText = ReturnType<typeof useFormText>

/** The current text. Title and body are uncontrolled, so that typing causes no render. */
function useFormText(initial: DraftText, draftEditor: DraftEditor, ref: Ref<FormHandle>) {
  const text = useRef(initial)
  const titleField = useRef<HTMLTextAreaElement>(null)
  const editor = useOpenEditor()
  const pendingUploads = useRef({ poster: 0, text: 0 })
  const [poster, setPoster] = useState(initial.poster)
  const [credits, setCredits] = useState(initial.credits)
  const [excerpt, setExcerpt] = useState(initial.excerpt)
  const [tags, setTags] = useState(initial.tags)
  /**
   * Counts the texts shown so far. As a key it remounts the poster field, so that an upload for one text does not end
   * up in the next.
   */
  const [textNumber, setTextNumber] = useState(0)

  function change(part: Partial<DraftText>) {
    text.current = { ...text.current, ...part }
    if (part.poster !== undefined) setPoster(part.poster)
    if (part.credits !== undefined) setCredits(part.credits)
    if (part.excerpt !== undefined) setExcerpt(part.excerpt)
    if (part.tags !== undefined) setTags(part.tags)
    draftEditor.change(text.current)
  }

  const history = useTitleHistory(titleField, (title) => change({ title }))

  function setTitle(title: string) {
    if (history.current) history.current.replace(title)
    else if (titleField.current) showTitle(titleField.current, title)
  }

  useImperativeHandle(ref, () => ({
    async prepareReplace() {
      const replaceContent = await editor.current?.prepareReplace()
      return ({ title, content, ...heading }, isAnother) => {
        if (isAnother) setTextNumber((number) => number + 1)
        setTitle(title)
        replaceContent?.(content)
        change({ title, ...heading })
      }
    },
    pendingUploads: () => pendingUploads.current.poster + pendingUploads.current.text,
    replaceTitle(title) {
      setTitle(title)
      change({ title })
    },
    undoTitle: () => history.current?.undo(),
    redoTitle: () => history.current?.redo(),
  }))

  function setPendingUploads(counts: Partial<typeof pendingUploads.current>) {
    Object.assign(pendingUploads.current, counts)
  }
  return { titleField, editor, setPendingUploads, poster, credits, excerpt, tags, textNumber, change }
}

/**
 * Leaves focus mode and moves the focus to the first of title, excerpt, tags and description that the server refused.
 * @returns a ref for the element around these fields
 */
function useRefusedHead(refused: FieldError[] | undefined) {
  const head = useRef<HTMLDivElement>(null)
  const isDue = useRef(false)
  const { isFocused, toggleFocus } = useFocusMode()
  const show = useEffectEvent(() => {
    isDue.current =
      refused?.some(({ path }) => /^(title|excerpt|credits|tags|poster_alt)/.test(path)) ?? false
    if (isDue.current && isFocused) toggleFocus()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per response
  useEffect(show, [refused])
  useEffect(() => {
    if (!isDue.current || isFocused) return
    isDue.current = false
    head.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  })
  return head
}
