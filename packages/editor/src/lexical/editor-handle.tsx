import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import type { Block } from '@nightdesk/contracts'
import { type Ref, useImperativeHandle } from 'react'
import { fromLexical } from '../convert.ts'
import { onContentChange } from './changes.ts'

/** What can be done to the text from outside of the editor. */
export interface EditorHandle {
  /** Leads to where the caret was last, at first to the start of the text. */
  focus(): void
  /**
   * Loads what it takes to show another text. The result does so at once and as one step that can be undone; blocks
   * that stand in both texts stay as they are, and the caret with them.
   */
  prepareReplace(): Promise<(content: readonly Block[]) => void>
  /** Puts blocks below the one with the caret, or at the end, as one step that can be undone; writing goes on there. */
  insert(blocks: readonly Block[]): Promise<void>
  /** Calls back with the content, now and after every change of it. @returns ends it */
  watch(callback: (content: Block[]) => void): () => void
}

export function HandleProvider({ handle }: { handle: Ref<EditorHandle> | undefined }) {
  const [editor] = useLexicalComposerContext()
  useImperativeHandle(
    handle,
    () => ({
      focus: () => editor.focus(undefined, { defaultSelection: 'rootStart' }),
      async prepareReplace() {
        const { replaceContent } = await import('./replace-content.ts')
        return (content) => replaceContent(editor, content)
      },
      async insert(blocks) {
        const { insertBlocks } = await import('./blocks/insert-blocks.ts')
        // First: a focus that comes with the change would be taken into the step before it.
        await new Promise<void>((resolve) => editor.focus(resolve))
        insertBlocks(editor, blocks)
      },
      watch(callback) {
        callback(fromLexical(editor.getEditorState().toJSON()))
        return onContentChange(editor, callback)
      },
    }),
    [editor],
  )
  return null
}
