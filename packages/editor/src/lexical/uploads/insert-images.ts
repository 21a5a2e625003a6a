import { $insertNodeToNearestRoot } from '@lexical/utils'
import { $createParagraphNode, $getRoot, $isParagraphNode, type LexicalNode } from 'lexical'

/** Inserts blocks at the caret, splitting its line; the caret moves below them. */
export function $insertAtSelection([first, ...others]: readonly LexicalNode[]): void {
  if (!first) return
  $insertNodeToNearestRoot(first)
  let last = first
  for (const node of others) last = last.insertAfter(node)
  const above = first.getPreviousSibling()
  // An empty line at the caret moves below the images, where writing continues.
  if ($isParagraphNode(above) && above.isEmpty()) {
    const below = last.getNextSibling()
    if ($isParagraphNode(below) && below.isEmpty()) above.remove()
    else last.insertAfter(above)
  }
  last.selectNext(0, 0)
}

/** Inserts blocks before the top-level block with this index, or at the end. */
export function $insertAtIndex(nodes: readonly LexicalNode[], index: number): void {
  const root = $getRoot()
  root.splice(index, 0, [...nodes])
  const last = nodes.at(-1)
  if (last && !last.getNextSibling()) last.insertAfter($createParagraphNode())
  last?.selectNext(0, 0)
}
