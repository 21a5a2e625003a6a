import { type Block, canBeInline, isInline, isText, type Node, type TextNode } from '@nightdesk/contracts'
import { footnoteReference } from '../footnotes.ts'
import { normalize } from '../normal-form.ts'
import { plainText } from '../text/text.ts'

/** `[^1]: See there.`, and the indented lines below it. */
const DEFINITION = /^ {0,3}\[\^([^\]\s]{1,60})\]:[ \t]*/
const REFERENCE = /\[\^([^\]\s]{1,60})\]/g
const FENCE = /^ {0,3}(```|~~~)/

/** Converts Markdown with footnotes; `convert` converts Markdown without them. */
export function withMarkdownFootnotes(lines: string, convert: (text: string) => Block[]): Block[] {
  const { text, definitions } = separate(lines.split('\n'))
  if (definitions.size === 0) return convert(lines)
  const refer = (blocks: Block[]) => blocks.map((block) => withReferences(block, definitions))
  const notes = [...definitions].map(([note, lines]) => footnoteOf(note, refer(convert(lines.join('\n')))))
  return [...refer(convert(text)), ...notes]
}

function separate(lines: readonly string[]): { text: string; definitions: Map<string, string[]> } {
  const definitions = new Map<string, string[]>()
  const body: string[] = []
  let open: string[] | undefined
  /** The sign that ends the code. */
  let fence: string | undefined
  for (const line of lines) {
    const sign = FENCE.exec(line)?.[1]
    if (!fence) fence = sign
    else if (sign === fence) fence = undefined
    const [start, note] = (fence ? undefined : DEFINITION.exec(line)) ?? []
    if (start !== undefined && note !== undefined && !definitions.has(note)) {
      open = [line.slice(start.length)]
      definitions.set(note, open)
    } else if (open && /^(?: {2,}|\t)\S/.test(line)) open.push(line.trim())
    else {
      if (line.trim() !== '') open = undefined
      body.push(line)
    }
  }
  return { text: body.join('\n'), definitions }
}

/** Replaces the signs in the text; those in code are text. */
function withReferences(block: Block, definitions: ReadonlyMap<string, unknown>): Block {
  if (block.type === 'code-block') return block
  const children = block.children.flatMap((node): Node[] => {
    if (!isText(node)) return [withReferences(node, definitions)]
    return node.code ? [node] : split(node, definitions)
  })
  return { ...block, children }
}

function split(node: TextNode, definitions: ReadonlyMap<string, unknown>): Node[] {
  const nodes: Node[] = []
  let end = 0
  for (const { 0: sign, 1: note = '', index } of node.text.matchAll(REFERENCE)) {
    if (!definitions.has(note)) continue
    nodes.push({ ...node, text: node.text.slice(end, index) })
    nodes.push(footnoteReference(note))
    end = index + sign.length
  }
  return [...nodes, { ...node, text: node.text.slice(end) }]
}

/** A footnote with the text of some blocks. */
export function footnoteOf(note: string, blocks: readonly Block[]): Block {
  const [line] = normalize([{ type: 'footnote', note, children: asOneLine(blocks) }])
  // `normalize` makes one element of one.
  return line as Block
}

/** The children of one line with soft breaks, which is all that a footnote can hold. */
export function asOneLine(blocks: readonly Block[]): Node[] {
  const lines = blocks.map((block): Node[] => {
    if (canBeInline(block.type)) return [block]
    const { children } = block
    return children.some(isInline) ? children.filter(isInline) : [{ text: plainText(children) }]
  })
  return lines.flatMap((line, index) => (index === 0 ? line : [{ text: '\n' }, ...line]))
}
