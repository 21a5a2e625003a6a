import { $createNodeSelection, $setSelection, type LexicalNode } from 'lexical'

/** Selects a node as a whole, and nothing else. */
export function $selectNode(node: LexicalNode): void {
  const selection = $createNodeSelection()
  selection.add(node.getKey())
  $setSelection(selection)
}
