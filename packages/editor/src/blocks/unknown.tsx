import {
  type BlockRule,
  type LexicalJson,
  lexicalElement,
  slateElement,
  stateOf,
  withState,
} from './block.ts'

/** Keeps whatever no other row can: its type and keys travel in the node state, its text stays editable. */
export const unknown: BlockRule = {
  types: [],
  lexicalTypes: ['unknown-block', 'unknown-inline'],
  toLexical: (block, place, children): LexicalJson => {
    const type = place === 'block' ? 'unknown-block' : 'unknown-inline'
    const node = lexicalElement(type, block, children(block.children))
    return { ...node, ...withState({ ...stateOf(node), type: block.type }) }
  },
  fromLexical: (node, children) => {
    const type = stateOf(node)?.type
    return slateElement(typeof type === 'string' ? type : 'paragraph', node, children(node.children ?? []))
  },
  Render: ({ children }) => children,
}
