import { HEADINGS, headingLevel, isText, type Node } from '@nightdesk/contracts'
import { holdsText } from '../normal-form/normal-form.ts'
import { alignClass, type BlockRule, lexicalElement, slateElement } from './block.ts'

const TAGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

export const heading: BlockRule = {
  lexicalTypes: ['heading'],
  toLexical: (block, place, children) =>
    place === 'block' && holdsText(block)
      ? lexicalElement('heading', block, children(block.children), { tag: `h${headingLevel(block.type)}` })
      : undefined,
  fromLexical: (node, children) => {
    const level = Number(node.tag?.slice(1))
    return slateElement(HEADINGS[level - 1] ?? HEADINGS[0], node, children(node.children ?? []))
  },
  Render: ({ block, options, children }) => {
    const { headingBase = 1, levels } = options
    const Tag = TAGS[headingBase + (levels?.get(block) ?? 1) - 2] ?? 'h6'
    const id = options.headingId?.(block)
    return (
      <Tag id={id} dir="auto" className={alignClass(block)}>
        {id && !block.children.some(holdsLink) ? (
          <a className="anchor" href={`#${id}`}>
            {children}
          </a>
        ) : (
          children
        )}
      </Tag>
    )
  },
}

/** HTML allows no link within a link. */
const holdsLink = (node: Node): boolean =>
  !isText(node) &&
  (node.type === 'link' || node.type === 'footnote-reference' || node.children.some(holdsLink))
