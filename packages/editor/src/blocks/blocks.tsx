import {
  type BlockType,
  type ElementNode,
  forHeadings,
  HEADINGS,
  headingLevel,
  isSafeUrl,
  isText,
  type Node,
} from '@nightdesk/contracts'
import { holdsText } from '../normal-form.ts'
import { isEmptyLine, isSceneBreak, SCENE_BREAK } from '../stored-blocks.ts'
import {
  alignClass,
  type BlockRule,
  type ChildrenToLexical,
  type LexicalJson,
  lexicalElement,
  lexicalVoid,
  type Placement,
  stateOf,
  storedElement,
  withState,
} from './block.ts'
import { code, codeLine } from './code.tsx'
import { image } from './image.tsx'
import { list, listItem } from './list.tsx'

const paragraph: BlockRule = {
  lexicalTypes: ['paragraph', 'scene-break'],
  toLexical: (block, place, children) => {
    if (place !== 'block' || !holdsText(block)) return undefined
    if (isPlainBreak(block)) return lexicalVoid('scene-break', block)
    return lexicalElement('paragraph', block, children(block.children))
  },
  fromLexical: (node, children) =>
    node.type === 'scene-break'
      ? { ...stateOf(node), type: 'paragraph', children: [{ text: SCENE_BREAK }] }
      : storedElement('paragraph', node, children),
  Render: ({ block, children }) => {
    if (isSceneBreak(block)) return <hr className="scene-break" />
    return (
      <p dir="auto" className={alignClass(block)}>
        {children}
        {/* Without `<br>`, browsers and e-book readers give an empty line no height. */}
        {isEmptyLine(block) && <br />}
      </p>
    )
  },
}

/** Whether the scene break node can hold a break without loss. One with marks, for example, is edited as text. */
const isPlainBreak = ({ children: [only, ...others] }: ElementNode): boolean =>
  only?.text === SCENE_BREAK && others.length === 0 && Object.keys(only).length === 1

const TAGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

const heading: BlockRule = {
  lexicalTypes: ['heading'],
  toLexical: (block, place, children) =>
    place === 'block' && holdsText(block)
      ? lexicalElement('heading', block, children(block.children), { tag: `h${headingLevel(block.type)}` })
      : undefined,
  fromLexical: (node, children) => {
    const level = Number(String(node.tag).slice(1))
    return storedElement(HEADINGS[level - 1] ?? HEADINGS[0], node, children)
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

const blockQuote: BlockRule = {
  lexicalTypes: ['quote'],
  toLexical: (block, place, children) => {
    if (place === 'inline') return undefined
    const fields = holdsText(block) ? {} : { shadowRoot: true }
    return lexicalElement('quote', block, children(block.children), fields)
  },
  fromLexical: (node, children) => storedElement('block-quote', node, children),
  Render: ({ block, children }) => (
    <blockquote dir="auto" className={alignClass(block)}>
      {children}
    </blockquote>
  ),
}

const footnote: BlockRule = {
  lexicalTypes: ['footnote'],
  toLexical: (block, place, children) =>
    place === 'block' && holdsText(block)
      ? lexicalElement('footnote', block, children(block.children))
      : undefined,
  fromLexical: (node, children) => storedElement('footnote', node, children),
  Render: ({ block, options, children }) => (
    <p dir="auto" className={alignClass(block)}>
      {options.footnoteLabel?.(block)}
      {children}
    </p>
  ),
}

const footnoteReference: BlockRule = {
  lexicalTypes: ['footnote-reference'],
  toLexical: (block) => lexicalVoid('footnote-reference', block),
  fromLexical: (node) => ({ ...stateOf(node), type: 'footnote-reference', children: [{ text: '' }] }),
  Render: ({ block, options }) => options.footnoteLabel?.(block),
}

const link: BlockRule = {
  lexicalTypes: ['link', 'autolink'],
  toLexical: (block, _place, children) => {
    const { url, ...rest } = block
    const inside = children(block.children)
    // The editor removes links without text, so that a stored one is converted to an unknown inline.
    if (typeof url !== 'string' || inside.length === 0) return undefined
    return lexicalElement('link', rest, inside, { url, rel: null, target: null, title: null })
  },
  fromLexical: (node, children) => {
    const url = node.url !== undefined && isSafeUrl(node.url) ? node.url : ''
    return storedElement('link', node, children, { url })
  },
  Render: ({ block: { url }, options: { resolveLink }, children }) => {
    if (typeof url !== 'string' || !isSafeUrl(url)) return children
    const href = resolveLink?.(url) ?? url
    return isLocal(url) ? (
      <a href={href}>{children}</a>
    ) : (
      <a href={href} rel="noopener noreferrer nofollow ugc">
        {children}
      </a>
    )
  },
}

const isLocal = (url: string) => url.startsWith('/') || url.startsWith('#')

/** Blocks that no other rule can convert: type and keys are held in the node state, and the text stays editable. */
const unknown: BlockRule = {
  lexicalTypes: ['unknown-block', 'unknown-inline'],
  toLexical: unknownToLexical,
  fromLexical: (node, children) => {
    const type = stateOf(node)?.type
    return storedElement(typeof type === 'string' ? type : 'paragraph', node, children)
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

/** The rule of each block type. Several types may share one. */
const RULES: Readonly<Record<BlockType, BlockRule>> = {
  paragraph,
  ...forHeadings(heading),
  'block-quote': blockQuote,
  'bulleted-list': list,
  'numbered-list': list,
  'list-item': listItem,
  'code-block': code,
  'code-line': codeLine,
  code,
  image,
  link,
  footnote,
  'footnote-reference': footnoteReference,
}

const byType = new Map(Object.entries(RULES))
const byLexicalType = new Map(
  [...Object.values(RULES), unknown].flatMap((rule) => rule.lexicalTypes.map((type) => [type, rule])),
)

/** The rule of a type in stored content; the rule for unknown blocks if it has none. */
export const ruleOf = (type: string): BlockRule => byType.get(type) ?? unknown
/** The rule that made a Lexical node. */
export const ruleOfLexical = (type: string): BlockRule | undefined => byLexicalType.get(type)
