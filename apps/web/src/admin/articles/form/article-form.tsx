import '@nightdesk/editor/editor.css'
import './writing.css'
import { type ArticleState, titleProblem } from '@nightdesk/contracts'
import { Editor } from '@nightdesk/editor/lexical'
import { lazy, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { HeadingField } from '../../../ui/field.tsx'
import { fieldRules } from '../../../ui/field-rules.ts'
import { Form } from '../../../ui/form.tsx'
import { useFocusMode } from '../../screen/focus-mode.ts'
import { LazyBoundary } from '../../screen/lazy-boundary.tsx'
import { usePunctuationSwitch } from '../../shortcuts/use-punctuation-switch.ts'
import { useOpenEditor } from '../open-editor.tsx'
import type { ArticleText } from '../saving/article-text.ts'
import { RecoverableDrafts } from '../saving/dialogs.tsx'
import type { DraftEditor } from '../saving/draft-editor.ts'
import type { ReplaceText } from '../saving/edit-session.ts'
import { SaveBar } from '../saving/machine/save-bar.tsx'
import { useEditState } from '../saving/use-draft-editor.ts'
import { PosterField } from './poster-field.tsx'
import { uploadImage } from './upload-image.ts'
import { useCopyImage } from './use-copy-image.ts'
import { useRefusedHead } from './use-refused-head.ts'
import { useSearchArticles } from './use-search-articles.ts'

export interface FormHandle {
  /** Loads the code to show another text. The returned function then shows one without waiting. */
  prepareReplace(): Promise<ReplaceText>
  /** Number of images, in the text and the featured one, that are not uploaded yet; a save would not contain them. */
  pendingUploads(): number
}

interface ArticleFormProps {
  draftEditor: DraftEditor
  /** The text when the form is mounted; later changes of this prop are ignored. */
  initial: ArticleText
  /** Of the article; undefined before the first save. */
  state?: ArticleState
  saveLabel: `Save${string}`
  /** Focus mode: only the editor is shown. */
  isFocused: boolean
  ref: Ref<FormHandle>
}

const titleRule = fieldRules({ title: titleProblem })

// Loaded after the editor: typing does not need them.
const ExcerptField = lazy(async () => ({ default: (await import('../excerpt-field.tsx')).ExcerptField }))
const TagsField = lazy(async () => ({ default: (await import('./tags-field.tsx')).TagsField }))

/** Title, featured image, tags, excerpt and body of an article. */
export function ArticleForm({ draftEditor, initial, state, saveLabel, isFocused, ref }: ArticleFormProps) {
  const { titleField, editor, pendingUploads, poster, excerpt, tags, texts, change } = useText(
    initial,
    draftEditor,
    ref,
  )
  const refused = useEditState(draftEditor, (view) => view.refused)
  const searchArticles = useSearchArticles()
  const copyImage = useCopyImage()
  const head = useRefusedHead(refused)
  const { toggleFocus } = useFocusMode()
  const { isOn: isPunctuationSmart } = usePunctuationSwitch()
  /** Fields are hidden in focus mode, so leave it before the form moves the focus to the invalid title. */
  const showTitleProblem = () => {
    if (isFocused && titleProblem(titleField.current?.value ?? '')) flushSync(toggleFocus)
  }
  const bodyError = refused?.find(({ path }) => path.startsWith('content'))

  return (
    <Form
      schema={titleRule}
      refused={refused}
      onSubmit={draftEditor.save}
      className={`flex w-full min-w-0 flex-col gap-4 ${isFocused ? 'focus-mode' : ''}`}
    >
      <RecoverableDrafts draftEditor={draftEditor} />
      <div ref={head} className={isFocused ? 'hidden' : 'flex flex-col gap-4'}>
        <PosterField
          key={texts}
          value={poster}
          onChange={(next) => change({ poster: next })}
          onPendingUploads={(count) => {
            pendingUploads.current.poster = count
          }}
        />
        <HeadingField
          ref={titleField}
          name="title"
          label="Title"
          defaultValue={initial.title}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            // Enter would submit the form, and save an article that only has a title.
            event.preventDefault()
            editor.current?.focus()
          }}
          autoComplete="off"
          // A new article starts with the focus in its title.
          autoFocus={state === undefined && !isFocused}
        />
        <div className="grid gap-4 lg:grid-cols-2">
          <LazyBoundary name="The tags" fallback={<div className="h-21" />}>
            <TagsField
              value={tags}
              error={refused?.find(({ path }) => path.startsWith('tags'))?.message}
              onChange={(next) => change({ tags: next })}
            />
          </LazyBoundary>
          <LazyBoundary name="The excerpt" fallback={<div className="h-21" />}>
            <ExcerptField
              draftEditor={draftEditor}
              value={excerpt}
              error={refused?.find(({ path }) => path === 'excerpt')?.message}
              onChange={(next) => change({ excerpt: next })}
            />
          </LazyBoundary>
        </div>
      </div>
      <div className="flex flex-col gap-1">
        <Editor
          initialContent={initial.content}
          onChange={(content) => change({ content })}
          uploadImage={uploadImage}
          copyImage={copyImage}
          onPendingUploads={(count) => {
            pendingUploads.current.text = count
          }}
          searchArticles={searchArticles}
          handle={editor}
          isPunctuationSmart={isPunctuationSmart}
          placeholder="Write, or type / to insert"
        />
        {bodyError && (
          <p role="alert" className="text-xs text-danger">
            {bodyError.message}
          </p>
        )}
      </div>
      <SaveBar draftEditor={draftEditor} state={state} label={saveLabel} onSave={showTitleProblem} />
    </Form>
  )
}

/** The current text. Title and body are uncontrolled, so that typing causes no render. */
function useText(initial: ArticleText, draftEditor: DraftEditor, ref: Ref<FormHandle>) {
  const text = useRef(initial)
  const titleField = useRef<HTMLInputElement>(null)
  const editor = useOpenEditor()
  const pendingUploads = useRef({ poster: 0, text: 0 })
  const [poster, setPoster] = useState(initial.poster)
  const [excerpt, setExcerpt] = useState(initial.excerpt)
  const [tags, setTags] = useState(initial.tags)
  /**
   * Counts the texts shown so far. As a key it remounts the poster field, so that an upload for one text does not end
   * up in the next.
   */
  const [texts, setTexts] = useState(0)

  function change(part: Partial<ArticleText>) {
    text.current = { ...text.current, ...part }
    if (part.poster !== undefined) setPoster(part.poster)
    if (part.excerpt !== undefined) setExcerpt(part.excerpt)
    if (part.tags !== undefined) setTags(part.tags)
    draftEditor.change(text.current)
  }

  useImperativeHandle(ref, () => ({
    async prepareReplace() {
      const replaceContent = await editor.current?.prepareReplace()
      return ({ title, content, ...heading }, isAnother) => {
        if (isAnother) setTexts((texts) => texts + 1)
        if (titleField.current) titleField.current.value = title
        replaceContent?.(content)
        change({ title, ...heading })
      }
    },
    pendingUploads: () => pendingUploads.current.poster + pendingUploads.current.text,
  }))
  return { titleField, editor, pendingUploads, poster, excerpt, tags, texts, change }
}
