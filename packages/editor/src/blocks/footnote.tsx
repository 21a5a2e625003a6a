import { holdsText } from '../normal-form/normal-form.ts'
import { alignClass, type BlockRule, lexicalElement, slateElement, stateOf, withState } from './block.ts'

export const footnote: BlockRule = {
  lexicalTypes: ['footnote'],
  toLexical: (block, place, children) =>
    place === 'block' && holdsText(block)
      ? lexicalElement('footnote', block, children(block.children))
      : undefined,
  fromLexical: (node, children) => slateElement('footnote', node, children(node.children ?? [])),
  Render: ({ block, options, children }) => (
    <p dir="auto" className={alignClass(block)}>
      {options.footnoteLabel?.(block)}
      {children}
    </p>
  ),
}

export const footnoteReference: BlockRule = {
  lexicalTypes: ['footnote-reference'],
  toLexical: ({ type, children: _children, ...keys }) => ({ type, version: 1, ...withState(keys) }),
  fromLexical: (node) => ({ ...stateOf(node), type: 'footnote-reference', children: [{ text: '' }] }),
  Render: ({ block, options }) => options.footnoteLabel?.(block),
}
