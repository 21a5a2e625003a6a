import { $findMatchingParent } from '@lexical/utils'
import {
  $getNodeByKey,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  type EditorState,
  HISTORIC_TAG,
  type LexicalEditor,
  type NodeKey,
} from 'lexical'
import { $kindOf, type BlockKind } from '../toolbar/selection-state.ts'
import { announce } from './announce.ts'

const NAMES: Record<BlockKind, string> = {
  paragraph: 'Text',
  'heading-one': 'Heading 1',
  'heading-two': 'Heading 2',
  'heading-three': 'Heading 3',
  'heading-four': 'Heading 4',
  'heading-five': 'Heading 5',
  'heading-six': 'Heading 6',
  'block-quote': 'Quote',
  'bulleted-list': 'Bulleted list',
  'numbered-list': 'Numbered list',
  'code-block': 'Code block',
}

/** Says what the block around the caret became, by whatever way: button, menu, Markdown. @returns an end to that */
export function announceBlocks(editor: LexicalEditor): () => void {
  return editor.registerUpdateListener(({ editorState, prevEditorState, dirtyElements, tags }) => {
    if (dirtyElements.size === 0 || tags.has(HISTORIC_TAG)) return
    const [before, after] = [place(prevEditorState), place(editorState)]
    if (!before || !after || before.kind === after.kind) return
    // Where the old block is still there, the caret has only moved to another one.
    const isReplaced = before.key === after.key || $getNodeByKey(before.key, editorState) === null
    if (isReplaced) announce(editor, NAMES[after.kind])
  })
}

function place(state: EditorState): { key: NodeKey; kind: BlockKind } | null {
  return state.read(() => {
    const selection = $getSelection()
    if (!$isRangeSelection(selection)) return null
    const anchor = selection.anchor.getNode()
    const block = $findMatchingParent(anchor, (node) => $isElementNode(node) && !node.isInline())
    return block && { key: block.getKey(), kind: $kindOf(anchor) }
  })
}
