import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { showTitle } from '../../../ui/forms/title-field.tsx'
import { useOpenEditor } from '../open-editor/open-editor.tsx'
import type { DraftEditor } from '../saving/draft-editor.ts'
import type { DraftText } from '../saving/draft-text.ts'
import type { ReplaceText } from '../saving/edit-session.ts'

export interface FormHandle {
  /** Loads the code to show another text. The returned function then shows one without waiting. */
  prepareReplace(): Promise<ReplaceText>
  /** Number of images, in the text and the featured one, that are not uploaded yet; a save would not contain them. */
  pendingUploads(): number
}

export type FormText = ReturnType<typeof useFormText>

/** The current text. Title and body are uncontrolled, so that typing causes no render. */
export function useFormText(initial: DraftText, draftEditor: DraftEditor, ref: Ref<FormHandle>) {
  const text = useRef(initial)
  const titleField = useRef<HTMLTextAreaElement>(null)
  const editor = useOpenEditor()
  const pendingUploads = useRef({ poster: 0, text: 0 })
  const [poster, setPoster] = useState(initial.poster)
  const [excerpt, setExcerpt] = useState(initial.excerpt)
  const [tags, setTags] = useState(initial.tags)
  /**
   * Counts the texts shown so far. As a key it remounts the poster field, so that an upload for one text does not end
   * up in the next.
   */
  const [textNumber, setTextNumber] = useState(0)

  function change(part: Partial<DraftText>) {
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
        if (isAnother) setTextNumber((number) => number + 1)
        if (titleField.current) showTitle(titleField.current, title)
        replaceContent?.(content)
        change({ title, ...heading })
      }
    },
    pendingUploads: () => pendingUploads.current.poster + pendingUploads.current.text,
  }))

  function setPendingUploads(counts: Partial<typeof pendingUploads.current>) {
    Object.assign(pendingUploads.current, counts)
  }
  return { titleField, editor, setPendingUploads, poster, excerpt, tags, textNumber, change }
}
