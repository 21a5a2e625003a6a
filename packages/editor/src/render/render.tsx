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
import { alignClass, type Placement, type RenderOptions } from '../blocks/block.ts'
import { ruleOf } from '../blocks/blocks.tsx'
import { Text } from '../blocks/text.tsx'
import { collectFootnotes, type Footnote, isFootnote, type TextWithFootnotes } from '../footnotes.ts'
import { isList } from '../normal-form.ts'
import { headingLevels } from '../stored-blocks.ts'

export type { CodeProps, ImageProps } from '../blocks/block.ts'
export { imageReferrerPolicy } from '../blocks/image.tsx'
export { trimEmptyLines } from '../stored-blocks.ts'

/**
 * Read-only content, on the server and in the admin. A second allow-list: unknown types render their children,
 * unsafe URLs are not links. No HTML strings and no style attributes, so that a strict Content-Security-Policy allows it.
 */
export function Blocks({ value, ...options }: { value: readonly Block[] } & RenderOptions): ReactNode {
  const all = { levels: headingLevels(value), ...options }
  if (options.footnoteLabel || !value.some(isFootnote)) return renderNodes(value, 'block', all)
  const { body, ...notes } = collectFootnotes(value)
  const withLinks = { ...all, footnoteLabel: referenceLinks(notes.footnotes, all) }
  return (
    <>
      {renderNodes(body, 'block', withLinks)}
      <Footnotes {...notes} options={withLinks} />
    </>
  )
}

function renderNodes(nodes: readonly Node[], place: Placement, options: RenderOptions): ReactNode {
  // Content has no keys. It is rendered as a whole and never updated in place.
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Fragment key={index}>
      {isText(node) ? renderText(node, nodes[index - 1], options) : renderElement(node, place, options)}
    </Fragment>
  ))
}

function renderText(node: TextNode, before: Node | undefined, { wrapText }: RenderOptions): ReactNode {
  const beginsLine = before !== undefined && isText(before) && before.text.endsWith('\n')
  const text = <Text node={node} beginsLine={beginsLine} />
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

/** The id of a footnote. The underscore keeps it apart from the ids of headings, which have none. */
const noteId = ({ number }: Footnote) => `fn_${number}`
const referenceId = ({ number }: Footnote, index: number) =>
  index === 0 ? `fnref_${number}` : `fnref_${number}_${index + 1}`

/** Shows a reference as a link to its footnote; one without a footnote shows nothing. */
function referenceLinks(footnotes: readonly Footnote[], options: RenderOptions) {
  const places = new Map(
    footnotes.flatMap((footnote) =>
      footnote.references.map(({ block, isInLink }, index) => [block, { footnote, index, isInLink }]),
    ),
  )
  return (block: ElementNode): ReactNode => {
    const place = places.get(block)
    if (!place) return
    const { footnote, index, isInLink } = place
    const { number } = footnote
    const link = (
      <a
        href={hrefOf(noteId(footnote), options)}
        role="doc-noteref"
        aria-label={`Footnote ${number}`}
        {...bookType(options.isBook, 'noteref')}
      >
        {number}
      </a>
    )
    return (
      <sup id={referenceId(footnote, index)} className="footnote-reference">
        {isInLink ? number : link}
      </sup>
    )
  }
}

/** Shows the numbers of footnotes in parts of texts, those of the last text if texts differ; an asterisk if there is none. */
export function footnoteNumbers(...texts: readonly (readonly Block[])[]): (block: ElementNode) => ReactNode {
  const numbers = new Map(
    texts.flatMap((text) =>
      collectFootnotes(text).footnotes.map(({ block, number }) => [block.note, number]),
    ),
  )
  return (block) => {
    const number = numbers.get(block.note)
    if (isFootnote(block)) return number && `${number}. `
    return <sup className="footnote-reference">{number ?? '*'}</sup>
  }
}

interface FootnotesProps extends Omit<TextWithFootnotes, 'body'> {
  options: RenderOptions
}

/** The footnotes of a text, at its end, with links back. Those without a reference come last and have no number. */
function Footnotes({ footnotes, unreferenced, options }: FootnotesProps): ReactNode {
  const line = ({ children }: ElementNode) => renderNodes(children, 'inline', options)
  return (
    <section
      className="footnotes"
      role="doc-endnotes"
      aria-label="Footnotes"
      {...bookType(options.isBook, 'footnotes')}
    >
      {footnotes.length > 0 && (options.isBook ? footnotes.map(inBook) : <ol>{footnotes.map(onPage)}</ol>)}
      {unreferenced.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, as a whole
        <p key={index} dir="auto" className={alignClass(block)}>
          {line(block)}
        </p>
      ))}
    </section>
  )

  function onPage(footnote: Footnote) {
    return (
      <li key={footnote.number} id={noteId(footnote)} dir="auto" className={alignClass(footnote.block)}>
        {line(footnote.block)}
        <BackLinks footnote={footnote} {...options} />
      </li>
    )
  }

  /** E-book readers show an `aside` of this type when its reference is pressed. */
  function inBook(footnote: Footnote) {
    return (
      <aside key={footnote.number} id={noteId(footnote)} role="doc-footnote" {...bookType(true, 'footnote')}>
        <p dir="auto" className={alignClass(footnote.block)}>
          {footnote.number}. {line(footnote.block)}
          <BackLinks footnote={footnote} {...options} />
        </p>
      </aside>
    )
  }
}

/** The sign is never alone on a line. */
const NO_BREAK = '\u00a0'

function BackLinks({ footnote, ...options }: { footnote: Footnote } & RenderOptions): ReactNode {
  return footnote.references.map((_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, as a whole
    <Fragment key={index}>
      {NO_BREAK}
      <a
        href={hrefOf(referenceId(footnote, index), options)}
        role="doc-backlink"
        aria-label={index === 0 ? 'Back to the text' : `Back to the text, place ${index + 1}`}
      >
        ↩{'\ufe0e'}
      </a>
    </Fragment>
  ))
}

/** A book is one document; a feed shows many, so that its links lead to the page. */
function hrefOf(id: string, { resolveLink, isBook }: RenderOptions): string {
  const href = `#${id}`
  return isBook ? href : (resolveLink?.(href) ?? href)
}

/** React has no name for the attribute of e-books, but writes any name. */
const bookType = (isBook: boolean | undefined, type: string) => (isBook ? { 'epub:type': type } : {})
