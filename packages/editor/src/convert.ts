import { type Block, type ElementNode, isText, type Node, type TextNode } from '@nightdesk/contracts'
import type { SerializedEditorState } from 'lexical'
import type { LexicalJson, Placement } from './blocks/block.ts'
import { ruleOf, ruleOfLexical } from './blocks/table.ts'
import { isLexicalText, textFromLexical, textToLexical } from './blocks/text.tsx'
import { unknownToLexical } from './blocks/unknown.tsx'
import { holdsText, normalize } from './normal-form/normal-form.ts'

/** Blocks as a serialized Lexical editor state. Pure; loses nothing but what Slate’s normal form drops. */
export function toLexical(blocks: readonly Block[]): SerializedEditorState {
  const children = childrenToLexical(normalize(blocks))
  return { root: { type: 'root', version: 1, direction: null, format: '', indent: 0, children } }
}

/** Blocks, in Slate’s normal form, of a serialized Lexical editor state. Pure. */
export const fromLexical = (state: SerializedEditorState): Block[] => blocksOf(state.root.children)

/** The same for some of the nodes at the top level. */
export const blocksOf = (nodes: readonly LexicalJson[]): Block[] => normalize(childrenFromLexical(nodes))

function childrenToLexical(nodes: readonly Node[]): LexicalJson[] {
  const isLine = nodes[0] !== undefined && isText(nodes[0])
  const result: LexicalJson[] = []
  for (const node of nodes) {
    if (isText(node)) result.push(...textToLexical(node))
    // In normal form what stands in a line is text throughout; the lists that end an item may not be.
    else result.push(elementToLexical(node, isLine && holdsText(node) ? 'inline' : 'block', result.at(-1)))
  }
  return result
}

function elementToLexical(
  element: ElementNode,
  place: Placement,
  before: LexicalJson | undefined,
): LexicalJson {
  const native = ruleOf(element.type).toLexical(element, place, childrenToLexical)
  if (native && !(before && wouldMerge(before, native))) return native
  return unknownToLexical(element, place, childrenToLexical)
}

/** Lexical joins lists of one kind, and links to one URL, that stand side by side; content may keep them apart. */
function wouldMerge(a: LexicalJson, b: LexicalJson): boolean {
  if (a.type !== b.type) return false
  return (a.type === 'list' && a.listType === b.listType) || (a.type === 'link' && a.url === b.url)
}

function childrenFromLexical(nodes: readonly LexicalJson[]): Node[] {
  // Lexical has no empty texts: one tells that these are inlines. Normal form drops it where it is not needed.
  const result: Node[] = nodes.some(isInline) ? [{ text: '' }] : []
  let before: TextNode | undefined
  for (const node of nodes) {
    const rule = ruleOfLexical(node.type)
    if (isLexicalText(node)) {
      before = textFromLexical(node, before)
      result.push(before)
      continue
    }
    before = undefined
    if (rule) result.push(rule.fromLexical(node, childrenFromLexical))
    // A node that the editor does not make: what it holds is kept.
    else result.push(...childrenFromLexical(node.children ?? []))
  }
  return result
}

const isInline = ({ type, inline }: LexicalJson) => type === 'unknown-inline' || inline === true
