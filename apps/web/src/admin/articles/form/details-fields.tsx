import type { FieldError } from '@nightdesk/contracts'
import { BylineField } from '../byline/byline-field.tsx'
import type { DraftEditor } from '../saving/draft-editor.ts'
import { ExcerptField } from './excerpt-field.tsx'
import { PosterField } from './images/poster-field.tsx'
import { TagsField } from './tags-field.tsx'
import type { FormText } from './use-form-text.ts'

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
