import { codePoints, MAX_EXCERPT, textProblem } from '@nightdesk/contracts'
import { excerpt as excerptOf } from '@nightdesk/editor/excerpt'
import { useMemo } from 'react'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import type { DraftEditor } from '../saving/draft-editor.ts'
import { useEditState } from '../saving/use-draft-editor.ts'

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
export function ExcerptField({ draftEditor, value, error, onChange }: ExcerptFieldProps) {
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
