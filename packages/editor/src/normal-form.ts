import {
  type ElementNode,
  isInline,
  isInlineType,
  isText,
  isVoidType,
  type Node,
  type TextNode,
} from '@nightdesk/contracts'

const EMPTY: TextNode = { text: '' }

/**
 * Slate’s normal form: adjacent texts with equal keys merged, an empty text around every inline, at least one
 * child everywhere, blocks only at the root. An editor that only opens content changes nothing else.
 */
export function normalize(blocks: readonly Node[]): ElementNode[] {
  const normal: ElementNode[] = []
  let run: Node[] = []
  const endRun = () => {
    if (run.length > 0) normal.push({ type: 'paragraph', children: normalizeInline(run) })
    run = []
  }
  for (const node of blocks) {
    if (isText(node) || isInlineType(node.type)) run.push(node)
    else {
      endRun()
      normal.push(normalizeElement(node, false))
    }
  }
  endRun()
  return normal
}

/** Whether an element in normal form holds text rather than blocks: its first child is a text. */
export const holdsText = ({ children }: ElementNode): boolean =>
  children[0] !== undefined && isText(children[0])

export const isList = (node: Node): node is ElementNode =>
  !isText(node) && (node.type === 'bulleted-list' || node.type === 'numbered-list')

function normalizeElement(element: ElementNode, insideText: boolean): ElementNode {
  return { ...element, children: normalizeChildren(element, insideText) }
}

function normalizeChildren({ type, children }: ElementNode, insideText: boolean): Node[] {
  if (isVoidType(type)) return [EMPTY]
  if (insideText || children.length === 0) return normalizeInline(children)
  if (type === 'list-item' && children.some(isList)) return normalizeItem(children)
  return normalizeMixed(children)
}

/** Lists may follow the text of an item: only there are text and blocks siblings. */
function normalizeItem(children: readonly Node[]): Node[] {
  const filled = children.filter((child) => child.text !== '')
  const start = filled.findIndex(isList)
  const text = filled.slice(0, start)
  const lists = filled.slice(start).filter(isList)
  const isTextThenLists = text.some(isInline) && text.length + lists.length === filled.length
  if (!isTextThenLists) return normalizeMixed(filled)
  return [...normalizeInline(text), ...lists.map((list) => normalizeElement(list, false))]
}

/** One text or link makes all its siblings inline. */
function normalizeMixed(children: readonly Node[]): Node[] {
  if (children.some(isInline)) return normalizeInline(children)
  return children.map((child) => (isText(child) ? child : normalizeElement(child, false)))
}

function normalizeInline(children: readonly Node[]): Node[] {
  const normal: Node[] = []
  for (const child of children) {
    const last = normal.at(-1)
    if (!isText(child)) {
      if (!last || !isText(last)) normal.push(EMPTY)
      normal.push(normalizeElement(child, true))
    } else if (child.text !== '') {
      if (last && isText(last) && hasSameKeys(last, child)) {
        normal[normal.length - 1] = { ...last, text: last.text + child.text }
      } else normal.push(child)
    }
  }
  const last = normal.at(-1)
  return last && isText(last) ? normal : [...normal, EMPTY]
}

function hasSameKeys(a: TextNode, b: TextNode): boolean {
  return canonicalJson({ ...a, text: '' }) === canonicalJson({ ...b, text: '' })
}

/** JSON with sorted keys, to compare values: Postgres does not preserve the order of keys in `jsonb`. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortKeys)

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
