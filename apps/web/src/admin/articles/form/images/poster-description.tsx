import { MAX_IMAGE_TEXT, textProblem } from '@nightdesk/contracts'
import { TextArea } from '../../../../ui/forms/text-area.tsx'
import type { Poster } from './poster-field.tsx'

interface PosterDescriptionProps {
  poster: Poster
  /** The server’s message from the last save. */
  error: string | undefined
  onChange(poster: Poster): void
}

/** What the featured image shows, for readers who cannot see it. */
export const PosterDescription = ({ poster, error, onChange }: PosterDescriptionProps) => (
  <div className="mt-2">
    <TextArea
      name="poster_alt"
      label="Image description"
      value={poster.alt}
      rows={1}
      hint="What it shows, for readers who cannot see it"
      problem={textProblem('Image description', poster.alt.trim(), MAX_IMAGE_TEXT.alt) ?? error}
      onChange={(alt) => onChange({ ...poster, alt })}
    />
  </div>
)
