import type { Block } from '@nightdesk/contracts'
import {
  $getRoot,
  $parseSerializedNode,
  type LexicalEditor,
  type LexicalNode,
  SKIP_DOM_SELECTION_TAG,
} from 'lexical'
import { blocksOf, toLexical } from '../convert.ts'
import { alignEqual, gapsBetween } from '../diff/align-blocks.ts'
import { $exportNode } from './changes.ts'
import { REPLACED_TAG } from './replaced-tag.ts'

/**
 * Replaces the text, as one step of undo. Blocks that are in both texts keep their nodes, and the caret stays in them.
 */
export function replaceContent(editor: LexicalEditor, content: readonly Block[]): void {
  // The selection of the page would move the focus out of an open dialog into the text.
  const focused = editor.getRootElement()?.ownerDocument.activeElement
  const tag = focused?.closest('[role=dialog]') ? [REPLACED_TAG, SKIP_DOM_SELECTION_TAG] : REPLACED_TAG
  editor.update(() => $replaceContent(content), { discrete: true, tag })
}

function $replaceContent(content: readonly Block[]): void {
  const before = $getRoot().getChildren().flatMap($withBlock)
  const after = toLexical(content.length > 0 ? content : EMPTY).root.children
  const equal = alignEqual(
    before.map(({ block }) => block),
    after.map((json) => asOne(blocksOf([json]))),
  )
  for (const gap of gapsBetween(equal, before.length, after.length)) {
    const next = before[gap.before[1]]?.node
    for (const json of after.slice(...gap.after)) {
      const node = $parseSerializedNode(json)
      if (next) next.insertBefore(node)
      else $getRoot().append(node)
    }
    for (const { node } of before.slice(...gap.before)) node.remove()
  }
}

/** An editor always has a line to write in. */
const EMPTY: Block[] = [{ type: 'paragraph', children: [{ text: '' }] }]

/** An image that is being uploaded has no block yet: it is not replaced. */
function $withBlock(node: LexicalNode): { node: LexicalNode; block: Block }[] {
  const blocks = blocksOf([$exportNode(node)])
  return blocks.length > 0 ? [{ node, block: asOne(blocks) }] : []
}

/** Most nodes are one block. A node that is several blocks is combined, so that it equals no block. */
const asOne = (blocks: Block[]): Block =>
  blocks.length === 1 && blocks[0] ? blocks[0] : { type: '', children: blocks }
