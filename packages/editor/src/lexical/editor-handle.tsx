import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import type { Block } from '@nightdesk/contracts'
import { REDO_COMMAND, UNDO_COMMAND } from 'lexical'
import { type Ref, useImperativeHandle } from 'react'
import { fromLexical } from '../convert.ts'
import type { EditorPlace } from '../text/marks/prose.ts'
import { onContentChange } from './changes.ts'
import type { NoteMarks } from './notes/note-marks.ts'

/** Operations on the text from outside of the editor. */
export interface EditorHandle {
  /** Focuses the text at the last position of the caret, initially at the start. */
  focus(): void
  /**
   * Loads the code that replaces the text. The returned function replaces it synchronously, as one step of undo; blocks
   * that are in both texts keep their nodes, and the caret stays in them.
   */
  prepareReplace(): Promise<(content: readonly Block[]) => void>
  /** Inserts blocks below the block with the caret, or at the end, as one step of undo, and moves the caret after them. */
  insert(blocks: readonly Block[]): Promise<void>
  /** Loads the code that marks the words of notes. */
  noteMarks(): Promise<NoteMarks>
  undo(): void
  redo(): void
  /** Selects a place in the text, or the description of an image, and scrolls to it. */
  select(place: EditorPlace): Promise<void>
  /** Calls back with the content, now and after every change. @returns a function that stops it */
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
        // Before the change, or the focus would be recorded in the previous step of undo.
        await new Promise<void>((resolve) => editor.focus(resolve))
        insertBlocks(editor, blocks)
      },
      noteMarks: async () => (await import('./notes/note-marks.ts')).createNoteMarks(editor),
      undo: () => void editor.dispatchCommand(UNDO_COMMAND, undefined),
      redo: () => void editor.dispatchCommand(REDO_COMMAND, undefined),
      async select(place) {
        const { selectPlace } = await import('./select-place.ts')
        selectPlace(editor, place)
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
