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
  /** Loads what it takes to show another text; the result does so at once. */
  prepareReplace(): Promise<ReplaceText>
  /** How many images, the featured one and those in the text, are not uploaded, so that no save holds them. */
  pendingUploads(): number
}

interface ArticleFormProps {
  draftEditor: DraftEditor
  /** What the form begins with; later changes of it are not followed. */
  initial: ArticleText
  /** Of the article; undefined for one that does not exist yet. */
  state?: ArticleState
  saveLabel: `Save${string}`
  /** Only the editor is shown. */
  isFocused: boolean
  ref: Ref<FormHandle>
}

const titleRule = fieldRules({ title: titleProblem })

// Typing does not need them.
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
  /** Before the form looks for the field with the message: it cannot be seen in the focus mode. */
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
            // It would save: an article that has only its title yet.
            event.preventDefault()
            editor.current?.focus()
          }}
          autoComplete="off"
          // A new article begins with its title.
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

/** The text on the screen: title and body are the browser’s, so that typing draws nothing anew. */
function useText(initial: ArticleText, draftEditor: DraftEditor, ref: Ref<FormHandle>) {
  const text = useRef(initial)
  const titleField = useRef<HTMLInputElement>(null)
  const editor = useOpenEditor()
  const pendingUploads = useRef({ poster: 0, text: 0 })
  const [poster, setPoster] = useState(initial.poster)
  const [excerpt, setExcerpt] = useState(initial.excerpt)
  const [tags, setTags] = useState(initial.tags)
  /** How many there were one after the other: what is on its way for one does not come into the next. */
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
