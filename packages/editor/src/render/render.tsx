import {
  type Block,
  canBeInline,
  type ElementNode,
  isInline,
  isText,
  type Node,
  type TextNode,
} from '@nightdesk/contracts'
import { Fragment, type ReactNode } from 'react'
import type { Placement, RenderOptions } from '../blocks/block.ts'
import { ruleOf } from '../blocks/table.ts'
import { Text } from '../blocks/text.tsx'
import { collectFootnotes, isFootnote } from '../footnotes/collect-footnotes.ts'
import { isList } from '../normal-form/normal-form.ts'
import { Footnotes, referenceLinks } from './footnotes.tsx'
import { headingLevels } from './heading-levels.ts'

export type { CodeProps, ImageProps } from '../blocks/block.ts'
export { trimEmptyLines } from '../blocks/empty-line.ts'
export { imageReferrerPolicy } from '../blocks/image.tsx'

/**
 * Read-only content, on the server and in the admin. A second allow-list: unknown types render their children,
 * unsafe URLs are not links. No HTML strings and no style attributes, so that a strict Content-Security-Policy allows it.
 */
export function Blocks({ value, ...options }: { value: readonly Block[] } & RenderOptions): ReactNode {
  const all = { levels: headingLevels(value), ...options }
  if (options.footnoteLabel || !value.some(isFootnote)) return renderNodes(value, 'block', all)
  const text = collectFootnotes(value)
  const label = referenceLinks(text.footnotes, all)
  const withLinks = { ...all, footnoteLabel: label }
  return (
    <>
      {renderNodes(text.body, 'block', withLinks)}
      <Footnotes
        {...text}
        options={all}
        render={({ children }) => renderNodes(children, 'inline', withLinks)}
      />
    </>
  )
}

function renderNodes(nodes: readonly Node[], place: Placement, options: RenderOptions): ReactNode {
  // Content has no keys. It is rendered as a whole and never updated in place.
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={index}>
      {isText(node) ? renderText(node, options) : renderElement(node, place, options)}
    </Fragment>
  ))
}

function renderText(node: TextNode, { wrapText }: RenderOptions): ReactNode {
  const text = <Text node={node} />
  return wrapText ? wrapText(node, text) : text
}

function renderElement(block: ElementNode, place: Placement, options: RenderOptions): ReactNode {
  const inside = place === 'inline' || block.children.some(isInline) ? 'inline' : 'block'
  const children =
    block.type === 'list-item' && place === 'block'
      ? renderItem(block.children, inside, options)
      : renderNodes(block.children, inside, options)
  // A block element within a paragraph is invalid HTML: browsers would end the paragraph there.
  if (place === 'inline' && !canBeInline(block.type)) return children
  const { Render } = ruleOf(block.type)
  return (
    <Render block={block} place={place} options={options}>
      {children}
    </Render>
  )
}

/** Lists may follow the text of their item. */
function renderItem(nodes: readonly Node[], inside: Placement, options: RenderOptions): ReactNode {
  const lists = nodes.filter(isList)
  const text = nodes.filter((node) => !isList(node))
  return (
    <>
      {renderNodes(text, inside, options)}
      {renderNodes(lists, 'block', options)}
    </>
  )
}
