import { type Block, type ElementNode, isText, type Node } from '@nightdesk/contracts'
import { normalize } from '../normal-form/normal-form.ts'
import { withBreaks } from './gaps.ts'
import { CODE_BIT, marksOf } from './html/marks.ts'
import { type Item, isRun, type Line } from './line.ts'
import { markSceneBreaks } from './scene-breaks.ts'

/** Converts the lines of a document to blocks in normal form, nested as deep as the containers of each line. */
export const assemble = (lines: readonly Line[]): Block[] =>
  markSceneBreaks(normalize(quoted(withBreaks(lines), 0)))

/** Adjacent lines within the same quotation at `depth` become one quote. */
function quoted(lines: readonly Line[], depth: number): Block[] {
  return groupBy(lines, ({ quotes }) => quotes[depth]).flatMap((group) => {
    if (!group[0]?.quotes[depth]) return unquoted(group)
    return [{ type: 'block-quote', children: quoteChildren(quoted(group, depth + 1)) }]
  })
}

/** A quote of one paragraph holds its text directly; other quotes hold blocks. */
function quoteChildren(blocks: Block[]): Node[] {
  const [only] = blocks
  return blocks.length === 1 && only?.type === 'paragraph' ? only.children : blocks
}

function unquoted(lines: readonly Line[]): Block[] {
  const blocks: Block[] = []
  for (const group of groupBy(lines, ({ item }) => (item ? 'list' : undefined))) {
    if (group[0]?.item) blocks.push(...listsOf(group))
    else blocks.push(...group.map(blockOf))
  }
  return blocks
}

function blockOf({ kind, content, language, align }: Line): Block {
  if (kind === 'code')
    return { type: 'code-block', ...(language && { language }), children: codeLines(content) }
  const [only] = content
  const aligned = align ? { align } : {}
  if (only && !isRun(only)) return { ...only, ...aligned }
  return { type: kind, ...aligned, children: inlines(content) }
}

function codeLines(content: Line['content']): ElementNode[] {
  const text = content.map((part) => (isRun(part) ? part.text : '')).join('')
  const lines = text.replace(/\n+$/, '').split('\n')
  return lines.map((line) => ({ type: 'code-line', children: [{ text: line }] }))
}

interface OpenList {
  level: number
  list: ElementNode
}

/** Nests adjacent items by their levels; how the document nested them does not matter. */
function listsOf(lines: readonly Line[]): Block[] {
  const lists: Block[] = []
  const open: OpenList[] = []
  for (const group of groupBy(lines, ({ item }) => item)) {
    // All lines of a group have the same item.
    const item = group[0]?.item as Item
    const align = group[0]?.align
    listFor(item, open, lists).children.push({
      type: 'list-item',
      ...(align && { align }),
      children: itemText(group),
    })
  }
  return lists
}

/** The list for an item: the open list at its level, or a new one within the last item. */
function listFor({ level, isNumbered, number = 1 }: Item, open: OpenList[], lists: Block[]): ElementNode {
  const type = isNumbered ? 'numbered-list' : 'bulleted-list'
  while ((open.at(-1)?.level ?? 0) > level) open.pop()
  if (open.at(-1)?.level === level && open.at(-1)?.list.type !== type) open.pop()
  const parent = open.at(-1)
  if (parent?.level === level) return parent.list
  const siblings = parent ? lastItem(parent.list).children : lists
  const before = siblings.at(-1)
  const isSame = before !== undefined && !isText(before) && before.type === type
  const start = isNumbered && number !== 1 ? { start: number } : {}
  const list: ElementNode = isSame ? before : { type, ...start, children: [] }
  if (!isSame) siblings.push(list)
  open.push({ level, list })
  return list
}

/** A list is made together with its first item, and items are elements. */
const lastItem = (list: ElementNode) => list.children.at(-1) as ElementNode

/** Joins the lines of an item by soft breaks; lines of code get the code mark. */
function itemText(lines: readonly Line[]): Node[] {
  return lines.flatMap((line, index) => {
    const content = line.kind === 'code' ? asCode(line.content) : line.content
    return [...(index === 0 ? [] : [{ text: '\n' }]), ...inlines(content)]
  })
}

/** Adds the code mark. Removes line ends at the end only: others separate lines, or a line from an image. */
const asCode = (content: Line['content']) =>
  content.map((part, index) => {
    if (!isRun(part)) return part
    const text = index === content.length - 1 ? part.text.replace(/\n+$/, '') : part.text
    return { ...part, text, marks: part.marks | CODE_BIT }
  })

/** Inline nodes; adjacent texts of one anchor become one link. */
function inlines(content: Line['content']): Node[] {
  return groupBy(content, (part) => (isRun(part) ? part.anchor : part)).flatMap((group): Node[] => {
    const texts = group.map((part) => (isRun(part) ? { text: part.text, ...marksOf(part.marks) } : part))
    const anchor = group[0] && isRun(group[0]) ? group[0].anchor : undefined
    return anchor ? [{ type: 'link', url: anchor.url, children: texts }] : texts
  })
}

/** Groups adjacent values that have the same key. */
function groupBy<T>(values: readonly T[], keyOf: (value: T) => unknown): T[][] {
  const groups: T[][] = []
  let last: unknown
  for (const value of values) {
    const key = keyOf(value)
    if (groups.length === 0 || key !== last) groups.push([])
    groups.at(-1)?.push(value)
    last = key
  }
  return groups
}
