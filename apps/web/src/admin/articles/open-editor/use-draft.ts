import type { Block } from '@nightdesk/contracts'
import { useEffect, useState } from 'react'
import { useOpenEditor } from './open-editor.tsx'

/** The current content of the editor, updated while typing; undefined until it is read. */
export function useDraft(): Block[] | undefined {
  const editor = useOpenEditor()
  const [content, setContent] = useState<Block[]>()
  useEffect(() => editor.current?.watch(setContent), [editor])
  return content
}
