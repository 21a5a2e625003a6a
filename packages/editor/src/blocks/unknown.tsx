import type { ElementNode } from '@nightdesk/contracts'
import {
  type BlockRule,
  type ChildrenToLexical,
  type LexicalJson,
  lexicalElement,
  type Placement,
  slateElement,
  stateOf,
  withState,
} from './block.ts'

/** Blocks that no other rule can convert: type and keys are held in the node state, and the text stays editable. */
export const unknown: BlockRule = {
  lexicalTypes: ['unknown-block', 'unknown-inline'],
  toLexical: unknownToLexical,
  fromLexical: (node, children) => {
    const type = stateOf(node)?.type
    return slateElement(typeof type === 'string' ? type : 'paragraph', node, children(node.children ?? []))
  },
  Render: ({ children }) => children,
}

export function unknownToLexical(
  block: ElementNode,
  place: Placement,
  children: ChildrenToLexical,
): LexicalJson {
  const type = place === 'block' ? 'unknown-block' : 'unknown-inline'
  const node = lexicalElement(type, block, children(block.children))
  return { ...node, ...withState({ ...stateOf(node), type: block.type }) }
}
