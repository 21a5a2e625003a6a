import { $createNodeSelection, $setSelection, type LexicalNode } from 'lexical'

/** Makes a node the whole selection. */
export function $selectNode(node: LexicalNode): void {
  const selection = $createNodeSelection()
  selection.add(node.getKey())
  $setSelection(selection)
}
