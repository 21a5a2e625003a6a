import { codePoints, type FieldError, MAX_EXCERPT, textProblem } from '@nightdesk/contracts'
import { excerpt as excerptOf } from '@nightdesk/editor'
import { useMemo } from 'react'
import { TextArea } from '../../../ui/field.tsx'
import type { DraftEditor } from '../saving/draft-editor.ts'
import { useEditState } from '../saving/writing-context.tsx'
import type { FormText } from './article-form.tsx'
import { BylineField } from './credits-field.tsx'
import { PosterField } from './poster-field.tsx'
import { TagsField } from './tags-field.tsx'

interface DetailsFieldsProps {
  draftEditor: DraftEditor
  text: FormText
  /** The server's field errors from the last save. */
  refused: FieldError[] | undefined
}

/** Featured image, byline, tags and excerpt. */
export function DetailsFields({ draftEditor, text, refused }: DetailsFieldsProps) {
  const { setPendingUploads, poster, credits, tags, excerpt, textNumber, change } = text
  return (
    <>
      <PosterField
        key={textNumber}
        value={poster}
        error={refused?.find(({ path }) => path === 'poster_alt')?.message}
        onChange={(next) => change({ poster: next })}
        onPendingUploads={(count) => setPendingUploads({ poster: count })}
      />
      <BylineField
        value={credits}
        error={refused?.find(({ path }) => path.startsWith('credits'))?.message}
        onChange={(next) => change({ credits: next })}
      />
      <TagsField
        value={tags}
        error={refused?.find(({ path }) => path.startsWith('tags'))?.message}
        onChange={(next) => change({ tags: next })}
      />
      <ExcerptField
        draftEditor={draftEditor}
        value={excerpt}
        error={refused?.find(({ path }) => path === 'excerpt')?.message}
        onChange={(next) => change({ excerpt: next })}
      />
    </>
  )
}

interface ExcerptFieldProps {
  draftEditor: DraftEditor
  value: string
  /** The server's message from the last save. */
  error?: string
  onChange(excerpt: string): void
}

/**
 * The excerpt for cards, search results and feeds. While it is empty, the placeholder shows the one made from the text.
 */
function ExcerptField({ draftEditor, value, error, onChange }: ExcerptFieldProps) {
  const made = useMadeExcerpt(draftEditor)
  const hint =
    value.trim() === ''
      ? 'Made from the text, unless you write one.'
      : 'Empty it to have it made from the text.'
  return (
    <TextArea
      name="excerpt"
      label="Excerpt"
      value={value}
      rows={2}
      placeholder={made}
      hint={
        <>
          <span>{hint}</span>
          {value !== '' && (
            <span className="shrink-0 tabular-nums">
              {codePoints(value.trim())} of {MAX_EXCERPT.toLocaleString('en-US')}
            </span>
          )}
        </>
      }
      problem={textProblem('Excerpt', value.trim(), MAX_EXCERPT) ?? error}
      onChange={onChange}
    />
  )
}

/** Recomputed whenever the text has been stored somewhere, not with every key. */
function useMadeExcerpt(draftEditor: DraftEditor): string {
  const stored = useEditState(draftEditor, ({ save }) => Math.max(save.journaled, save.copied, save.saved))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each stored edit is another text
  return useMemo(() => excerptOf(draftEditor.texts().written.content), [draftEditor, stored])
}
