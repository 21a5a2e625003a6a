import { holdsText } from '../normal-form/normal-form.ts'
import { alignClass, type BlockRule, lexicalElement, slateElement } from './block.ts'

export const blockQuote: BlockRule = {
  lexicalTypes: ['quote'],
  toLexical: (block, place, children) => {
    if (place === 'inline') return undefined
    const fields = holdsText(block) ? {} : { shadowRoot: true }
    return lexicalElement('quote', block, children(block.children), fields)
  },
  fromLexical: (node, children) => slateElement('block-quote', node, children(node.children ?? [])),
  Render: ({ block, children }) => (
    <blockquote dir="auto" className={alignClass(block)}>
      {children}
    </blockquote>
  ),
}
