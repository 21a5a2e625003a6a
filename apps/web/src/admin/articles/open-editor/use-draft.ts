import type { Block } from '@nightdesk/contracts'
import { useEffect, useMemo, useState } from 'react'
import type { DraftEditor } from '../saving/draft-editor.ts'
import { useEditState } from '../saving/use-draft-editor.ts'
import { useOpenEditor } from './open-editor.tsx'

/** The title and the content that versions are compared with. */
export interface PresentText {
  title: string
  content: readonly Block[]
}

/** The current text of the editor, updated while typing; undefined until it is read. */
export function useDraft(draftEditor: DraftEditor): PresentText | undefined {
  const editor = useOpenEditor()
  const [content, setContent] = useState<Block[]>()
  useEffect(() => editor.current?.watch(setContent), [editor])
  // The title is read again after every edit.
  useEditState(draftEditor, ({ save }) => save.edited)
  const { title } = draftEditor.texts().written
  return useMemo(() => content && { title, content }, [title, content])
}
