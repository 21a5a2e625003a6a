import { $insertNodeToNearestRoot } from '@lexical/utils'
import { $createParagraphNode, $getRoot, $isParagraphNode, type LexicalNode } from 'lexical'

/** Puts blocks where the caret is, parting the line it stands in; the caret goes below them. */
export function $insertAtSelection([first, ...others]: readonly LexicalNode[]): void {
  if (!first) return
  $insertNodeToNearestRoot(first)
  let last = first
  for (const node of others) last = last.insertAfter(node)
  const above = first.getPreviousSibling()
  // The empty line in which they were asked for is the one that writing goes on in, below them.
  if ($isParagraphNode(above) && above.isEmpty()) {
    const below = last.getNextSibling()
    if ($isParagraphNode(below) && below.isEmpty()) above.remove()
    else last.insertAfter(above)
  }
  last.selectNext(0, 0)
}

/** Puts blocks before the top-level block of this index, or at the end. */
export function $insertAtIndex(nodes: readonly LexicalNode[], index: number): void {
  const root = $getRoot()
  root.splice(index, 0, [...nodes])
  const last = nodes.at(-1)
  if (last && !last.getNextSibling()) last.insertAfter($createParagraphNode())
  last?.selectNext(0, 0)
}
