import type { FieldError } from '@nightdesk/contracts'
import { type KeyboardEvent, lazy } from 'react'
import { HeadingField } from '../../../ui/forms/field.tsx'
import { LazyBoundary } from '../../screen/lazy-boundary.tsx'
import type { DraftEditor } from '../saving/draft-editor.ts'
import { PosterField } from './images/poster-field.tsx'
import type { FormText } from './use-form-text.ts'

// Loaded after the editor: typing does not need them.
const ExcerptField = lazy(async () => ({ default: (await import('./excerpt-field.tsx')).ExcerptField }))
const TagsField = lazy(async () => ({ default: (await import('./tags-field.tsx')).TagsField }))

interface HeadFieldsProps extends Omit<TagsAndExcerptProps, 'text'> {
  text: FormText
  initialTitle: string
  autoFocus: boolean
}

/** Featured image, title, tags and excerpt. */
export function HeadFields({ text, initialTitle, autoFocus, ...props }: HeadFieldsProps) {
  const { titleField, editor, setPendingUploads, poster, textNumber, change } = text
  function leaveByEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // Enter would submit the form, and save an article that only has a title.
    event.preventDefault()
    editor.current?.focus()
  }
  return (
    <>
      <PosterField
        key={textNumber}
        value={poster}
        onChange={(next) => change({ poster: next })}
        onPendingUploads={(count) => setPendingUploads({ poster: count })}
      />
      <HeadingField
        ref={titleField}
        name="title"
        label="Title"
        defaultValue={initialTitle}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        onKeyDown={leaveByEnter}
        autoComplete="off"
        autoFocus={autoFocus}
      />
      <TagsAndExcerpt text={text} {...props} />
    </>
  )
}

interface TagsAndExcerptProps {
  draftEditor: DraftEditor
  text: Pick<FormText, 'tags' | 'excerpt' | 'change'>
  /** The server's field errors from the last save. */
  refused: FieldError[] | undefined
}

function TagsAndExcerpt({ draftEditor, text: { tags, excerpt, change }, refused }: TagsAndExcerptProps) {
  return (
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
  )
}
