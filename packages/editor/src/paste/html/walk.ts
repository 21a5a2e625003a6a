/** Called for the nodes below a root in document order. */
export interface Visitor {
  text: (data: string) => void
  /** Returns whether to visit the children; only then is `leave` called. */
  enter: (element: Element) => boolean
  leave: () => void
}

const ELEMENT = 1
const TEXT = 3

/**
 * Walks without recursion, so that deep nesting cannot overflow the call stack. Skips comments and all other nodes that
 * are neither text nor element.
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
