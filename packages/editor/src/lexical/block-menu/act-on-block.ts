import {
  $createParagraphNode,
  $getNodeByKey,
  $getSelection,
  $isBlockElementNode,
  $isElementNode,
  $isRangeSelection,
  $setSelection,
  type BaseSelection,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
  type NodeKey,
} from 'lexical'
import { announce } from '../blocks/announce.ts'
import { $selectNode } from '../blocks/select-node.ts'
import { $isFootnote } from '../footnotes/footnote-nodes.ts'
import { $returnToText } from '../footnotes/insert-footnote.ts'

/**
 * Runs an action that acts on the selection, such as those of the toolbar, on one block. It is one step of undo. The caret
 * returns to its place if that is in the block, and otherwise goes to the end of the block. The text gets the focus.
 */
export function actOnBlock(editor: LexicalEditor, key: NodeKey, $run: (block: LexicalNode) => void): void {
  editor.update(
    () => {
      const block = $getNodeByKey(key)
      if (!block) return
      const left = $getSelection()?.clone()
      const isInside = left?.getNodes().every((node) => node.is(block) || block.isParentOf(node))
      $selectBlock(block)
      $run(block)
      // Runs after the updates that the action has queued.
      editor.update(() => $restoreCaret(isInside ? left : undefined))
    },
    // Not before: the focus change would be recorded in the previous step of undo.
    { tag: HISTORY_PUSH_TAG, onUpdate: () => editor.getRootElement()?.focus({ preventScroll: true }) },
  )
}

/** Sets the caret into a block, and selects the whole of a block that contains others, such as a list. */
function $selectBlock(block: LexicalNode): void {
  if (!$isElementNode(block)) {
    $selectNode(block)
    return
  }
  const containsBlocks = $isBlockElementNode(block.getFirstChild())
  const { key, offset, type } = block.selectStart().anchor
  const selection = block.selectEnd()
  if (containsBlocks) selection.anchor.set(key, offset, type)
}

function $restoreCaret(left: BaseSelection | undefined): void {
  if (left?.getStartEndPoints()?.every(({ key }) => $getNodeByKey(key)?.isAttached())) {
    $setSelection(left)
    return
  }
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return
  const { key, offset, type } = selection.focus
  selection.anchor.set(key, offset, type)
}

/** Removes a block; a removed footnote takes its references with it. The caret goes to what takes the place of the block. */
export function $removeBlock(editor: LexicalEditor, block: LexicalNode): void {
  if ($isFootnote(block)) $returnToText(editor)
  else $leaveBlock(block)
  block.remove()
  announce(editor, 'Block removed')
}

function $leaveBlock(block: LexicalNode): void {
  const [next, previous] = [block.getNextSibling(), block.getPreviousSibling()]
  if (next && !$isFootnote(next)) $setCaret(next, 'selectStart')
  else if (previous) $setCaret(previous, 'selectEnd')
  else {
    const empty = $createParagraphNode()
    block.insertBefore(empty)
    empty.select()
  }
}

const $setCaret = (block: LexicalNode, edge: 'selectStart' | 'selectEnd') =>
  $isElementNode(block) ? void block[edge]() : $selectNode(block)
