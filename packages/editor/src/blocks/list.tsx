import { type ElementNode, isText, type Node } from '@nightdesk/contracts'
import { holdsText, isList } from '../normal-form.ts'
import {
  alignClass,
  type BlockRule,
  type ChildrenFromLexical,
  type ChildrenToLexical,
  type LexicalJson,
  lexicalElement,
  slateElement,
} from './block.ts'

export const list: BlockRule = {
  types: ['bulleted-list', 'numbered-list'],
  lexicalTypes: ['list'],
  toLexical: (block, place, children) => {
    if (place === 'inline' || !isPlainList(block)) return undefined
    const isNumbered = block.type === 'numbered-list'
    const items = block.children.flatMap((item) => (isText(item) ? [] : itemToLexical(item, children)))
    return lexicalElement('list', block, numbered(items), {
      listType: isNumbered ? 'number' : 'bullet',
      tag: isNumbered ? 'ol' : 'ul',
      start: 1,
    })
  },
  fromLexical: (node, children) => {
    const type = node.listType === 'number' ? 'numbered-list' : 'bulleted-list'
    return slateElement(type, node, itemsFromLexical(node.children ?? [], children))
  },
  Render: ({ block, children }) => {
    const Tag = block.type === 'numbered-list' ? 'ol' : 'ul'
    return (
      <Tag dir="auto" className={alignClass(block)}>
        {children}
      </Tag>
    )
  },
}

export const listItem: BlockRule = {
  types: ['list-item'],
  lexicalTypes: ['listitem'],
  // Only within a list, which converts its items itself.
  toLexical: () => undefined,
  fromLexical: (node, children) => slateElement('list-item', node, children(node.children ?? [])),
  Render: ({ block, children }) => {
    const nests = block.children.length > 0 && block.children.every(isList)
    const classes = [nests && 'nested', alignClass(block)].filter(Boolean).join(' ')
    return <li className={classes || undefined}>{children}</li>
  },
}

/** Whether every item is text, lists, or text followed by lists: what Lexical’s list can hold. */
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

/** Lexical nests a list in an item of its own; `joined` tells that it belongs to the item before. */
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

/** An item that only nests a list shows no number and takes none. */
function numbered(items: readonly LexicalJson[]): LexicalJson[] {
  let value = 1
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
