import { type Block, isText, type Node, type TextNode } from '@nightdesk/contracts'
import type { SerializedEditorState } from 'lexical'
import type { LexicalJson, Place } from './blocks/block.ts'
import { ruleOf, ruleOfLexical } from './blocks/table.ts'
import { isLexicalText, textFromLexical, textToLexical } from './blocks/text.tsx'
import { unknown } from './blocks/unknown.tsx'
import { normalize } from './normal-form.ts'

/** Blocks as a serialized Lexical editor state. Pure; loses nothing but what Slate’s normal form drops. */
export function toLexical(blocks: readonly Block[]): SerializedEditorState {
  const children = childrenToLexical(normalize(blocks))
  return { root: { type: 'root', version: 1, direction: null, format: '', indent: 0, children } }
}

/** Blocks, in Slate’s normal form, of a serialized Lexical editor state. Pure. */
export function fromLexical(state: SerializedEditorState): Block[] {
  return normalize(childrenFromLexical(state.root.children))
}

function childrenToLexical(nodes: readonly Node[]): LexicalJson[] {
  const place: Place = nodes[0] && isText(nodes[0]) ? 'inline' : 'block'
  return nodes.flatMap((node) => {
    if (isText(node)) return textToLexical(node)
    const native = ruleOf(node.type).toLexical(node, place, childrenToLexical)
    return native ?? unknown.toLexical(node, place, childrenToLexical) ?? []
  })
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
