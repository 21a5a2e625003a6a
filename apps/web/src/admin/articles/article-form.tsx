import '@nightdesk/editor/editor.css'
import './writing.css'
import { articles, type Block, type FieldError } from '@nightdesk/contracts'
import { Editor } from '@nightdesk/editor/lexical'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { HeadingField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { type Poster, PosterField } from './poster-field.tsx'
import { uploadImage } from './upload-image.ts'
import { useSearchArticles } from './use-search-articles.ts'

const schema = articles.create.input.pick({ title: true })
const NO_CONTENT: Block[] = []

export interface ArticleValues {
  title: string
  content: Block[]
  poster: Poster | null
}

interface ArticleFormProps {
  /** What the form begins with; later changes of it are not followed. */
  initial?: ArticleValues
  onSave(values: ArticleValues): void
  onChange(): void
  saveLabel: `Save${string}`
  isSaving: boolean
  hasChanges: boolean
  refused?: FieldError[]
  /** Only the editor is shown. */
  isFocused?: boolean
  /** Shown above the save button. */
  children?: ReactNode
}

/** Title, featured image and body of an article. */
export function ArticleForm({
  initial,
  onSave,
  onChange,
  isFocused = false,
  refused,
  ...form
}: ArticleFormProps) {
  const content = useRef(initial?.content ?? NO_CONTENT)
  const [poster, setPoster] = useState(initial?.poster ?? null)
  const searchArticles = useSearchArticles()
  const bodyError = refused?.find(({ path }) => path.startsWith('content'))

  return (
    <Form
      schema={schema}
      refused={refused}
      onSubmit={({ title }) => onSave({ title, content: content.current, poster })}
      className={`flex w-full max-w-[52rem] min-w-0 flex-col gap-4 ${isFocused ? 'mx-auto' : ''}`}
    >
      <div className={isFocused ? 'hidden' : 'flex flex-col gap-4'}>
        <PosterField
          value={poster}
          onChange={(next) => {
            setPoster(next)
            onChange()
          }}
        />
        <HeadingField
          name="title"
          label="Title"
          defaultValue={initial?.title}
          onChange={onChange}
          autoComplete="off"
        />
      </div>
      <div className="flex flex-col gap-1">
        <Editor
          initialContent={initial?.content ?? NO_CONTENT}
          onChange={(blocks) => {
            content.current = blocks
            onChange()
          }}
          uploadImage={uploadImage}
          searchArticles={searchArticles}
        />
        {bodyError && (
          <p role="alert" className="text-xs text-danger">
            {bodyError.message}
          </p>
        )}
      </div>
      <SaveBar {...form} />
    </Form>
  )
}

type SaveBarProps = Pick<ArticleFormProps, 'saveLabel' | 'isSaving' | 'hasChanges' | 'children'>

/** Always in reach, below a text of any length. */
function SaveBar({ children, ...form }: SaveBarProps) {
  return (
    <div className="sticky bottom-(--foot-height) z-10 flex flex-col gap-3 border-t border-line bg-bg py-3">
      {children}
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="text-muted">
          {saveState(form)}
        </p>
        <Button type="submit" size="lg" isBusy={form.isSaving}>
          {form.saveLabel}
        </Button>
      </div>
    </div>
  )
}

function saveState({ isSaving, hasChanges }: SaveBarProps) {
  if (isSaving) return 'Saving…'
  return hasChanges ? 'Unsaved changes' : ''
}
