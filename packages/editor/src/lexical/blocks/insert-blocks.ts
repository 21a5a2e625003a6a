import type { Block } from '@nightdesk/contracts'
import {
  $getRoot,
  $getSelection,
  $isElementNode,
  $parseSerializedNode,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
} from 'lexical'
import { toLexical } from '../../convert.ts'

/**
 * Inserts blocks below the block with the caret, in its place if it is empty, or at the end if there is no caret. One step
 * of undo; the caret moves to the end of the inserted blocks.
 */
export function insertBlocks(editor: LexicalEditor, blocks: readonly Block[]): void {
  editor.update(() => $insertBlocks(blocks), { discrete: true, tag: HISTORY_PUSH_TAG })
}

function $insertBlocks(blocks: readonly Block[]): void {
  const nodes = toLexical(blocks).root.children.map((json) => $parseSerializedNode(json))
  const here = $blockAtCaret() ?? $getRoot().getLastChild()
  let last = here
  for (const node of nodes) {
    if (last) last.insertAfter(node)
    else $getRoot().append(node)
    last = node
  }
  last?.selectEnd()
  if (here && last !== here && $isEmpty(here)) here.remove()
}

/** The last of the selected blocks. */
function $blockAtCaret(): LexicalNode | null {
  const selected = $getSelection()?.getNodes() ?? []
  return selected.at(-1)?.getTopLevelElement() ?? null
}

const $isEmpty = (node: LexicalNode) => $isElementNode(node) && node.isEmpty()
