import { type ElementNode, isText, MAX_LIST_START, type Node } from '@nightdesk/contracts'
import { holdsText, isList } from '../normal-form.ts'
import {
  alignClass,
  type BlockRule,
  type ChildrenFromLexical,
  type ChildrenToLexical,
  type LexicalJson,
  lexicalElement,
  storedElement,
} from './block.ts'

export const list: BlockRule = {
  lexicalTypes: ['list'],
  toLexical: (block, place, children) => {
    if (place === 'inline' || !isPlainList(block)) return undefined
    const items = block.children.flatMap((item) => (isText(item) ? [] : itemToLexical(item, children)))
    const { start: _start, ...rest } = block
    const start = startOf(block)
    return lexicalElement('list', start === 1 ? block : rest, numbered(items, start), {
      ...(block.type === 'numbered-list'
        ? { listType: 'number', tag: 'ol' }
        : { listType: 'bullet', tag: 'ul' }),
      start,
    })
  },
  fromLexical: (node, children) => {
    const type = node.listType === 'number' ? 'numbered-list' : 'bulleted-list'
    const start = startOf({ ...node, type })
    const items: ChildrenFromLexical = (nodes) => itemsFromLexical(nodes, children)
    return storedElement(type, node, items, start === 1 ? {} : { start })
  },
  Render: ({ block, children }) => {
    const start = startOf(block)
    const common = { dir: 'auto', className: alignClass(block), children }
    return block.type === 'numbered-list' ? (
      <ol {...common} start={start === 1 ? undefined : start} />
    ) : (
      <ul {...common} />
    )
  },
}

export const listItem: BlockRule = {
  lexicalTypes: ['listitem'],
  // A list converts its own items; an item elsewhere is an unknown block.
  toLexical: () => undefined,
  fromLexical: (node, children) => storedElement('list-item', node, children),
  Render: ({ block, children }) => {
    const nests = block.children.length > 0 && block.children.every(isList)
    const classes = [nests && 'nested', alignClass(block)].filter(Boolean).join(' ')
    return <li className={classes || undefined}>{children}</li>
  },
}

/** The number of the first item. A value that HTML does not allow counts as an unknown key. */
function startOf({ type, start }: { type: string; start?: unknown }): number {
  const isStart =
    typeof start === 'number' && Number.isInteger(start) && start >= 0 && start <= MAX_LIST_START
  return type === 'numbered-list' && isStart ? start : 1
}

/** Whether each item is text, lists, or text followed by lists: Lexical’s list can hold nothing else. */
function isPlainList(node: Node): node is ElementNode {
  return isList(node) && node.children.every(isPlainItem)
}

function isPlainItem(node: Node): boolean {
  if (isText(node) || node.type !== 'list-item') return false
  const lists = node.children.filter(isList)
  if (!holdsText(node)) return lists.length === node.children.length && lists.every(isPlainList)
  const isTextFirst = node.children.slice(-lists.length || undefined).every(isList)
  return lists.length === 0 || (isTextFirst && lists.every(isPlainList))
}

/** Lexical nests a list in a separate item; `joined` marks it as part of the item before. */
function itemToLexical(item: ElementNode, children: ChildrenToLexical): LexicalJson[] {
  const lists = holdsText(item) ? item.children.filter(isList) : []
  if (lists.length === 0) return [lexicalElement('listitem', item, children(item.children))]
  const text = item.children.slice(0, -lists.length)
  return [
    lexicalElement('listitem', item, children(text)),
    {
      ...lexicalElement('listitem', { type: 'list-item', children: [] }, children(lists)),
      $: { joined: true },
    },
  ]
}

/** An item that only nests a list has no number and is not counted. */
function numbered(items: readonly LexicalJson[], start: number): LexicalJson[] {
  let value = start
  return items.map((item) => ({ ...item, value: nestsList(item) ? value : value++ }))
}

function itemsFromLexical(nodes: readonly LexicalJson[], children: ChildrenFromLexical): Node[] {
  const items: Node[] = []
  for (const node of nodes) {
    const before = items.at(-1)
    const isJoined = node.$?.joined === true && nestsList(node)
    if (isJoined && before && !isText(before)) before.children.push(...children(node.children ?? []))
    else items.push(...children([node]))
  }
  return items
}

const nestsList = ({ children }: LexicalJson) => children?.[0]?.type === 'list'
