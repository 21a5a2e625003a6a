import { type Block, type ElementNode, isText, type Node, type TextNode } from '@nightdesk/contracts'
import type { SerializedEditorState } from 'lexical'
import type { LexicalJson, Placement } from './blocks/block.ts'
import { ruleOf, ruleOfLexical, unknownToLexical } from './blocks/blocks.tsx'
import { isLexicalText, textFromLexical, textToLexical } from './blocks/text.tsx'
import { holdsText, normalize } from './normal-form.ts'

/** Converts blocks to a serialized Lexical editor state. Pure; loses only what Slate’s normal form drops. */
export function toLexical(blocks: readonly Block[]): SerializedEditorState {
  const children = childrenToLexical(normalize(blocks))
  return { root: { type: 'root', version: 1, direction: null, format: '', indent: 0, children } }
}

/** Converts a serialized Lexical editor state to blocks in Slate’s normal form. Pure. */
export const fromLexical = (state: SerializedEditorState): Block[] => blocksOf(state.root.children)

/** As {@link fromLexical}, for some of the top-level nodes. */
export const blocksOf = (nodes: readonly LexicalJson[]): Block[] => normalize(childrenFromLexical(nodes))

function childrenToLexical(nodes: readonly Node[]): LexicalJson[] {
  const isLine = nodes[0] !== undefined && isText(nodes[0])
  const result: LexicalJson[] = []
  for (const node of nodes) {
    if (isText(node)) result.push(...textToLexical(node))
    // In normal form, the elements of a line hold text; only the lists at the end of an item do not.
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

/** Lexical merges adjacent lists of one kind, and adjacent links to one URL. Content may have them separate. */
function wouldMerge(a: LexicalJson, b: LexicalJson): boolean {
  if (a.type !== b.type) return false
  return (a.type === 'list' && a.listType === b.listType) || (a.type === 'link' && a.url === b.url)
}

function childrenFromLexical(nodes: readonly LexicalJson[]): Node[] {
  // Lexical has no empty texts: one marks these as inline. Normal form drops it if it is not needed.
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
    // The editor does not make such a node: its children are converted in its place.
    else result.push(...childrenFromLexical(node.children ?? []))
  }
  return result
}

const isInline = ({ type, inline }: LexicalJson) => type === 'unknown-inline' || inline === true
