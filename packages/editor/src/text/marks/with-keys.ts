import { type ElementNode, isText, type Node } from '@nightdesk/contracts'

/** A node with other keys in some of its elements. Nodes without such an element in them stay the same objects. */
export function withKeys<T extends Node>(node: T, changes: ReadonlyMap<Node, Partial<ElementNode>>): T {
  if (isText(node)) return node
  const children = node.children.map((child) => withKeys(child, changes))
  const changed = changes.get(node)
  const isSame = !changed && children.every((child, index) => child === node.children[index])
  return isSame ? node : { ...node, children, ...changed }
}
