import { $findMatchingParent } from '@lexical/utils'
import {
  $getNodeByKey,
  $getSelection,
  $isBlockElementNode,
  $isRangeSelection,
  type EditorState,
  HISTORIC_TAG,
  type LexicalEditor,
  type NodeKey,
} from 'lexical'
import { announce } from './announce.ts'
import { $kindOf, BLOCK_KINDS, type BlockKind } from './block-kinds.ts'

/** Announces the new kind of the block at the caret, however it was changed. @returns a function that stops it */
export function announceBlocks(editor: LexicalEditor): () => void {
  return editor.registerUpdateListener(({ editorState, prevEditorState, dirtyElements, tags }) => {
    if (dirtyElements.size === 0 || tags.has(HISTORIC_TAG)) return
    const [before, after] = [place(prevEditorState), place(editorState)]
    if (!before || !after || before.kind === after.kind) return
    // If the old block still exists, the caret has only moved to another block.
    const isReplaced = before.key === after.key || $getNodeByKey(before.key, editorState) === null
    if (isReplaced) announce(editor, BLOCK_KINDS[after.kind].name)
  })
}

function place(state: EditorState): { key: NodeKey; kind: BlockKind } | null {
  return state.read(() => {
    const selection = $getSelection()
    if (!$isRangeSelection(selection)) return null
    const anchor = selection.anchor.getNode()
    const block = $findMatchingParent(anchor, $isBlockElementNode)
    return block && { key: block.getKey(), kind: $kindOf(anchor) }
  })
}
