/** What is told of every node below a root, in the order in which they stand. */
export interface Visitor {
  text: (data: string) => void
  /** Answers whether to go into the element; only then will `leave` be called. */
  enter: (element: Element) => boolean
  leave: () => void
}

const ELEMENT = 1
const TEXT = 3

/**
 * Walks without recursion, so that no depth of nesting can exhaust the stack. Comments and other nodes that are
 * neither text nor element are passed over.
 */
export function walk(root: Node, visitor: Visitor): void {
  const open: Node[] = []
  let node: Node | null = root.firstChild
  while (node) {
    if (node.nodeType === TEXT) visitor.text(node.nodeValue ?? '')
    const isEntered = isElement(node) && visitor.enter(node)
    if (isEntered && node.firstChild) {
      open.push(node)
      node = node.firstChild
      continue
    }
    if (isEntered) visitor.leave()
    while (!node.nextSibling) {
      const parent = open.pop()
      if (!parent) return
      visitor.leave()
      node = parent
    }
    node = node.nextSibling
  }
}

const isElement = (node: Node): node is Element => node.nodeType === ELEMENT
