import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { showTitle } from '../../../ui/forms/title-field.tsx'
import { useOpenEditor } from '../open-editor/open-editor.tsx'
import type { DraftEditor } from '../saving/draft-editor.ts'
import type { DraftText } from '../saving/draft-text.ts'
import type { ReplaceText } from '../saving/edit-session.ts'
import { useTitleHistory } from './title/use-title-history.ts'

export interface FormHandle {
  /** Loads the code to show another text. The returned function then shows one without waiting. */
  prepareReplace(): Promise<ReplaceText>
  /** Number of images, in the text and the featured one, that are not uploaded yet; a save would not contain them. */
  pendingUploads(): number
  /** Shows another title, as one step of undo of the title. */
  replaceTitle(title: string): void
  undoTitle(): void
  redoTitle(): void
}

export type FormText = ReturnType<typeof useFormText>

/** The current text. Title and body are uncontrolled, so that typing causes no render. */
export function useFormText(initial: DraftText, draftEditor: DraftEditor, ref: Ref<FormHandle>) {
  const text = useRef(initial)
  const titleField = useRef<HTMLTextAreaElement>(null)
  const editor = useOpenEditor()
  const pendingUploads = useRef({ poster: 0, text: 0 })
  const [poster, setPoster] = useState(initial.poster)
  const [credits, setCredits] = useState(initial.credits)
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
    if (part.credits !== undefined) setCredits(part.credits)
    if (part.excerpt !== undefined) setExcerpt(part.excerpt)
    if (part.tags !== undefined) setTags(part.tags)
    draftEditor.change(text.current)
  }

  const history = useTitleHistory(titleField, (title) => change({ title }))

  function setTitle(title: string) {
    if (history.current) history.current.replace(title)
    else if (titleField.current) showTitle(titleField.current, title)
  }

  useImperativeHandle(ref, () => ({
    async prepareReplace() {
      const replaceContent = await editor.current?.prepareReplace()
      return ({ title, content, ...heading }, isAnother) => {
        if (isAnother) setTextNumber((number) => number + 1)
        setTitle(title)
        replaceContent?.(content)
        change({ title, ...heading })
      }
    },
    pendingUploads: () => pendingUploads.current.poster + pendingUploads.current.text,
    replaceTitle(title) {
      setTitle(title)
      change({ title })
    },
    undoTitle: () => history.current?.undo(),
    redoTitle: () => history.current?.redo(),
  }))

  function setPendingUploads(counts: Partial<typeof pendingUploads.current>) {
    Object.assign(pendingUploads.current, counts)
  }
  return { titleField, editor, setPendingUploads, poster, credits, excerpt, tags, textNumber, change }
}
