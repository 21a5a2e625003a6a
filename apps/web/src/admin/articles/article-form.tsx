import '@nightdesk/editor/editor.css'
import './writing.css'
import { type ArticleState, titleProblem } from '@nightdesk/contracts'
import { Editor } from '@nightdesk/editor/lexical'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { HeadingField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useOpenEditor } from '../versions/open-editor.tsx'
import { PosterField } from './poster-field.tsx'
import type { ArticleText } from './saving/article-text.ts'
import { SaveBar } from './saving/save-bar.tsx'
import { useWritingView } from './saving/use-writing.ts'
import type { Writing } from './saving/writing.ts'
import { LeftWork } from './saving/writing-dialogs.tsx'
import { uploadImage } from './upload-image.ts'
import { useSearchArticles } from './use-search-articles.ts'

export interface FormHandle {
  /** Loads what it takes to show another text; the result does so at once. */
  prepareReplace(): Promise<(text: ArticleText) => void>
  /** How many images in the text are not uploaded, so that no save holds them. */
  pendingUploads(): number
}

interface ArticleFormProps {
  writing: Writing
  /** What the form begins with; later changes of it are not followed. */
  initial: ArticleText
  /** Of the article; undefined for one that does not exist yet. */
  state?: ArticleState
  saveLabel: `Save${string}`
  /** Only the editor is shown. */
  isFocused: boolean
  ref: Ref<FormHandle>
}

/** Title, featured image and body of an article. */
export function ArticleForm({ writing, initial, state, saveLabel, isFocused, ref }: ArticleFormProps) {
  const { titleField, editor, pendingUploads, poster, change } = useText(initial, writing, ref)
  const refused = useWritingView(writing, (view) => view.refused)
  const searchArticles = useSearchArticles()
  const bodyError = refused?.find(({ path }) => path.startsWith('content'))

  return (
    <Form
      schema={titleSchema}
      refused={refused}
      onSubmit={writing.save}
      className={`flex w-full max-w-[52rem] min-w-0 flex-col gap-4 ${isFocused ? 'focus-mode mx-auto' : ''}`}
    >
      <LeftWork writing={writing} />
      <div className={isFocused ? 'hidden' : 'flex flex-col gap-4'}>
        <PosterField value={poster} onChange={(next) => change({ poster: next })} />
        <HeadingField
          ref={titleField}
          name="title"
          label="Title"
          defaultValue={initial.title}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
          autoComplete="off"
        />
      </div>
      <div className="flex flex-col gap-1">
        <Editor
          initialContent={initial.content}
          onChange={(content) => change({ content })}
          uploadImage={uploadImage}
          onPendingUploads={(count) => {
            pendingUploads.current = count
          }}
          searchArticles={searchArticles}
          handle={editor}
        />
        {bodyError && (
          <p role="alert" className="text-xs text-danger">
            {bodyError.message}
          </p>
        )}
      </div>
      <SaveBar writing={writing} state={state} label={saveLabel} />
    </Form>
  )
}

/** The text on the screen: title and body are the browser’s, so that typing draws nothing anew. */
function useText(initial: ArticleText, writing: Writing, ref: Ref<FormHandle>) {
  const text = useRef(initial)
  const titleField = useRef<HTMLInputElement>(null)
  const editor = useOpenEditor()
  const pendingUploads = useRef(0)
  const [poster, setPoster] = useState(initial.poster)

  function change(part: Partial<ArticleText>) {
    text.current = { ...text.current, ...part }
    if (part.poster !== undefined) setPoster(part.poster)
    writing.change(text.current)
  }

  useImperativeHandle(ref, () => ({
    async prepareReplace() {
      const replaceContent = await editor.current?.prepareReplace()
      return ({ title, content, poster }) => {
        if (titleField.current) titleField.current.value = title
        replaceContent?.(content)
        change({ title, poster })
      }
    },
    pendingUploads: () => pendingUploads.current,
  }))
  return { titleField, editor, pendingUploads, poster, change }
}

/** The rule of the contract, without the weight of its schemas. */
const titleSchema = {
  safeParse(input: unknown) {
    const { title } = input as { title: string } // the form has this one named field
    const message = titleProblem(title)
    return message === undefined
      ? { success: true as const, data: title }
      : { success: false as const, error: { issues: [{ path: ['title'], message }] } }
  },
}
