import { MAX_IMAGE_TEXT, textProblem } from '@nightdesk/contracts'
import { useId } from 'react'
import type { Poster } from './poster-field.tsx'

interface PosterDescriptionProps {
  poster: Poster
  /** The server’s message from the last save. */
  error: string | undefined
  onChange(poster: Poster): void
}

/** What the featured image shows, for readers who cannot see it. */
export function PosterDescription({ poster, error, onChange }: PosterDescriptionProps) {
  const id = useId()
  const hintId = useId()
  const problem = textProblem('Image description', poster.alt.trim(), MAX_IMAGE_TEXT.alt) ?? error
  return (
    <div className="mt-2 flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        Image description
      </label>
      <textarea
        id={id}
        name="poster_alt"
        dir="auto"
        rows={1}
        value={poster.alt}
        aria-describedby={hintId}
        aria-invalid={problem !== undefined}
        onChange={({ currentTarget }) => onChange({ ...poster, alt: currentTarget.value })}
        className="field-sizing-content max-h-60 min-h-10.5 w-full resize-none rounded-control border border-control bg-surface px-3 py-2.5 text-sm/5 aria-invalid:border-danger"
      />
      <p id={hintId} className="text-xs text-muted">
        What it shows, for readers who cannot see it
      </p>
      {problem && (
        <p role="alert" className="text-xs text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}
