import { codePoints, MAX_EXCERPT, textProblem } from '@nightdesk/contracts'
import { excerpt as excerptOf } from '@nightdesk/editor/excerpt'
import { useId, useMemo } from 'react'
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
  const id = useId()
  const hintId = useId()
  const made = useMadeExcerpt(draftEditor)
  const problem = textProblem('Excerpt', value.trim(), MAX_EXCERPT) ?? error
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        Excerpt
      </label>
      <textarea
        id={id}
        name="excerpt"
        dir="auto"
        rows={2}
        value={value}
        placeholder={made}
        aria-describedby={hintId}
        aria-invalid={problem !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className="field-sizing-content max-h-60 min-h-10.5 w-full resize-none rounded-control border border-control bg-surface px-3 py-2.5 text-sm/5 placeholder:text-muted aria-invalid:border-danger"
      />
      <p id={hintId} className="flex justify-between gap-3 text-xs text-muted">
        <span>
          {value.trim() === ''
            ? 'Made from the text, unless you write one.'
            : 'Empty it to have it made from the text.'}
        </span>
        {value !== '' && (
          <span className="shrink-0 tabular-nums">
            {codePoints(value.trim())} of {MAX_EXCERPT.toLocaleString('en-US')}
          </span>
        )}
      </p>
      {problem && (
        <p role="alert" className="text-xs text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}

/** Recomputed whenever the text has been stored somewhere, not with every key. */
function useMadeExcerpt(draftEditor: DraftEditor): string {
  const stored = useEditState(draftEditor, ({ save }) => Math.max(save.journaled, save.copied, save.saved))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each stored edit is another text
  return useMemo(() => excerptOf(draftEditor.texts().written.content), [draftEditor, stored])
}
