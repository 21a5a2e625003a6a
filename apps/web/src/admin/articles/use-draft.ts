import type { Block } from '@nightdesk/contracts'
import { useEffect, useState } from 'react'
import { useOpenEditor } from './open-editor.tsx'

/** What stands in the editor now, saved or not; it follows the typing. */
export function useDraft(): Block[] {
  const editor = useOpenEditor()
  const [content, setContent] = useState<Block[]>([])
  useEffect(() => editor.current?.watch(setContent), [editor])
  return content
}
