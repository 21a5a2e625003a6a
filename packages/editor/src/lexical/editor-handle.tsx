import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import type { Block } from '@nightdesk/contracts'
import { type Ref, useImperativeHandle } from 'react'

/** What can be done to the text from outside of the editor. */
export interface EditorHandle {
  /**
   * Loads what it takes to show another text. The result does so at once and as one step that can be undone; blocks
   * that stand in both texts stay as they are, and the caret with them.
   */
  prepareReplace(): Promise<(content: readonly Block[]) => void>
}

export function HandleProvider({ handle }: { handle: Ref<EditorHandle> | undefined }) {
  const [editor] = useLexicalComposerContext()
  useImperativeHandle(
    handle,
    () => ({
      async prepareReplace() {
        const { replaceContent } = await import('./replace-content.ts')
        return (content) => replaceContent(editor, content)
      },
    }),
    [editor],
  )
  return null
}
