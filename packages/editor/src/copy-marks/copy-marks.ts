import {
  type Block,
  type ElementNode,
  HEADINGS,
  headingLevel,
  imageSource,
  isText,
  type Node,
} from '@nightdesk/contracts'
import { collectFootnotes } from '../footnotes.ts'
import { CAPTION_KEYS, hasText, headingsIn, imageText } from '../stored-blocks.ts'
import { onOneLine, plainText, truncate } from '../text/text.ts'
import { findInText } from './in-text.ts'
import { type ContentPlace, editBlock, paragraphOf, proseOf, type TextEdit } from './prose.ts'

/** What a copy editor finds in a text before it is published. Some findings can be fixed without asking. */
export const COPY_MARK_KINDS = [
  'placeholder',
  'doubled-word',
  'maybe-doubled-word',
  'straight-quotes',
  'double-blanks',
  'heading-levels',
  'description',
  'footnote',
  'large-picture',
  'dead-link',
  'http-link',
  'title',
  'excerpt',
  'featured-image',
] as const
export type CopyMarkKind = (typeof COPY_MARK_KINDS)[number]

type DetailPlace = { field: 'title' | 'excerpt' | 'featured-image' | 'featured-image-description' }
export type MarkPlace = DetailPlace | ContentPlace

/** The change that removes a mark. */
export type MarkFix =
  | { type: 'text'; edits: readonly TextEdit[] }
  /** Moves a heading, and those below it, to the levels that readers see. */
  | { type: 'levels'; heading: ElementNode }
  /** Replaces the address of a link, also in its words where they are the address. */
  | { type: 'address'; link: ElementNode; url: string }

export interface CopyMark {
  kind: CopyMarkKind
  /** The same for the same finding in the same words, also after edits elsewhere. Not unique. */
  id: string
  /** What is wrong, in a sentence. */
  sentence: string
  /** The words around it, on one line. Empty for a field. */
  context: string
  place: MarkPlace
  /** Undefined when only a writer can fix it. */
  fix?: MarkFix
}

/** A text before it is published. */
export interface MarkedText {
  title: string
  /** Written by an author; empty when it is derived from the content. */
  excerpt: string
  content: readonly Block[]
  /** Address; null for none. */
  featured_image: string | null
  /** Its description, empty for none. */
  featured_image_alt: string
}

/** What is known about the addresses in a text, by address. */
export interface AddressFacts {
  /** Bytes of the largest file of a picture that a reader gets. */
  pictureBytes: ReadonlyMap<string, number>
  /** What is wrong with a link, by its address. */
  links: ReadonlyMap<string, LinkFact>
}

/** What is wrong with the address of a link, as far as it was requested. */
export type LinkFact =
  | { type: 'missing' }
  /** It was not reached on two days. */
  | { type: 'unreachable' }
  /** A permanent redirect leads to `location`. */
  | { type: 'moved'; location: string }

/** The marks of a copy editor on a text, in the order of their kinds and of the text. */
export function findMarks(text: MarkedText, facts: AddressFacts): CopyMark[] {
  const marks = [...marksOfFields(text, facts), ...marksOfContent(text.content, facts)]
  return marks.sort((a, b) => COPY_MARK_KINDS.indexOf(a.kind) - COPY_MARK_KINDS.indexOf(b.kind))
}

function marksOfFields(
  { title, excerpt, featured_image, featured_image_alt }: MarkedText,
  { pictureBytes }: AddressFacts,
): CopyMark[] {
  const ofField = (kind: 'title' | 'excerpt' | 'featured-image', sentence: string) =>
    markOf(kind, sentence, { sentence, context: '', place: { field: kind } })
  const marks = [
    ...marksOfText(paragraphOf(title), { field: 'title' }),
    ...marksOfText(paragraphOf(excerpt), { field: 'excerpt' }),
  ]
  const cut = cutTitle(title)
  if (cut) marks.push(ofField('title', cut))
  if (excerpt.trim() === '') marks.push(ofField('excerpt', 'No excerpt: the beginning of the text is shown.'))
  if (featured_image === null) marks.push(ofField('featured-image', 'No featured image: a drawing is shown.'))
  else if (featured_image_alt.trim() === '') {
    const place = { field: 'featured-image-description' } as const
    const sentence = 'The featured image has no description.'
    marks.push(markOf('description', 'of the featured image', { sentence, context: '', place }))
  }
  const place = { field: 'featured-image' } as const
  return [...marks, ...marksOfSize(featured_image ?? '', 'Featured image', place, pictureBytes)]
}

/** A mark whose id is its kind and a key, such as the words that it is about. */
const markOf = (kind: CopyMarkKind, key: string, rest: Omit<CopyMark, 'kind' | 'id'>): CopyMark => ({
  kind,
  id: `${kind} ${key}`,
  ...rest,
})

/** Graphemes of a title that search engines show, before they cut it at about 600 pixels. */
export const SEARCH_TITLE_LENGTH = 60
/** Graphemes of a title on a card and on the cover of an e-book. */
export const CARD_TITLE_LENGTH = 140

function cutTitle(title: string): string | undefined {
  const isCut = (length: number) => truncate(title.trim(), length) !== title.trim()
  if (isCut(CARD_TITLE_LENGTH)) return `Cards and e-books show ${CARD_TITLE_LENGTH} characters of the title.`
  if (isCut(SEARCH_TITLE_LENGTH))
    return `Search engines show about ${SEARCH_TITLE_LENGTH} characters of the title.`
  return undefined
}

/** Bytes of a picture above which it is marked. An upload has at most 5 MB. */
const LARGE_PICTURE = 4 * 1024 * 1024

function marksOfContent(content: readonly Block[], facts: AddressFacts): CopyMark[] {
  const skipping = new Map(skippingHeadings(content).map((step) => [step.heading, step]))
  const unreferenced = new Set(collectFootnotes(content).unreferenced)
  return content.flatMap((block, index) => {
    const placeAt = (start: number, end: number): ContentPlace => {
      return { field: 'content', block: index, start, end }
    }
    return [
      ...marksOfText(block, placeAt(0, 0)),
      ...(unreferenced.has(block) ? [markOfFootnote(block, placeAt(0, 0))] : []),
      ...proseOf(block).elements.flatMap(({ element, start, end }) => {
        const place = placeAt(start, end)
        const step = skipping.get(element)
        const found = [...marksOfPicture(element, place, facts), ...marksOfLink(element, place, facts.links)]
        return step ? [...found, markOfHeading(step, place)] : found
      }),
    ]
  })
}

function marksOfPicture(
  element: ElementNode,
  place: ContentPlace,
  { pictureBytes }: AddressFacts,
): CopyMark[] {
  if (element.type !== 'image') return []
  const source = imageSource(element) ?? ''
  const context = imageText(element, 'alt') || source.split('/').at(-1) || ''
  const sentence = 'This image has no description.'
  const isDescribed = imageText(element, 'alt') !== ''
  return [
    ...(isDescribed ? [] : [markOf('description', source, { sentence, context, place })]),
    ...placeholdersBelow(element, place),
    ...marksOfSize(source, context, place, pictureBytes),
  ]
}

/** The marks for what is still to come below an image. */
const placeholdersBelow = (image: ElementNode, place: ContentPlace): CopyMark[] =>
  CAPTION_KEYS.flatMap((key) => marksOfText(paragraphOf(imageText(image, key)), place))
    .filter(({ kind }) => kind === 'placeholder')
    .map((mark) => ({ ...mark, place }))

/** The mark of an image that is too large, if it is. */
function marksOfSize(
  source: string,
  context: string,
  place: MarkPlace,
  pictureBytes: AddressFacts['pictureBytes'],
): CopyMark[] {
  const bytes = pictureBytes.get(source) ?? 0
  if (bytes <= LARGE_PICTURE) return []
  const sentence = `This image has ${(bytes / 1024 / 1024).toFixed(1)} MB.`
  return [markOf('large-picture', source, { sentence, context, place })]
}

function markOfFootnote(footnote: Block, place: MarkPlace): CopyMark {
  const context = truncate(onOneLine(plainText([footnote])), 60)
  const sentence = 'Nothing in the text refers to this footnote.'
  return markOf('footnote', context, { sentence, context, place })
}

function markOfHeading({ heading, level, above = 0 }: HeadingStep, place: MarkPlace): CopyMark {
  const context = onOneLine(plainText([heading]))
  const sentence = `Heading ${level} is directly below heading ${above}.`
  const fix = { type: 'levels', heading } as const
  return markOf('heading-levels', `${level} ${context}`, { sentence, context, place, fix })
}

/** The mark of a link to an address where nothing is, or that is not encrypted. */
function marksOfLink(link: ElementNode, place: MarkPlace, facts: ReadonlyMap<string, LinkFact>): CopyMark[] {
  const { type, url } = link
  if (type !== 'link' || typeof url !== 'string') return []
  const context = onOneLine(plainText([link]))
  const fact = facts.get(url)
  if (fact?.type === 'missing' || fact?.type === 'unreachable') {
    const sentence =
      fact.type === 'missing' ? `Nothing is at ${url}.` : `${url} could not be reached for a day.`
    return [markOf('dead-link', url, { sentence, context, place })]
  }
  if (!/^http:/i.test(url)) return []
  const encrypted = fact && encryptedAddress(url, fact.location)
  if (!encrypted) return [markOf('http-link', url, { sentence: `${url} is not encrypted.`, context, place })]
  const sentence = `${url} is not encrypted. It leads to ${encrypted}.`
  const fix = { type: 'address', link, url: encrypted } as const
  return [markOf('http-link', url, { sentence, context, place, fix })]
}

/**
 * The https address of the same page, if the site leads there: with the same host, path and query, except for `www.` and a
 * slash at the end. Another page may say something else, so only a writer can link to it.
 */
function encryptedAddress(from: string, location: string): string | undefined {
  if (!URL.canParse(from) || !URL.canParse(location)) return undefined
  const [page, target] = [new URL(from), new URL(location)]
  if (target.protocol !== 'https:' || pageOf(page) !== pageOf(target)) return undefined
  if (target.hash === '') target.hash = page.hash
  return target.href
}

const pageOf = ({ hostname, pathname, search }: URL) =>
  hostname.replace(/^www\./, '') + pathname.replace(/\/$/, '') + search

type TextPlace = { field: 'title' | 'excerpt' } | ContentPlace

function marksOfText(block: ElementNode, place: TextPlace): CopyMark[] {
  const { text } = proseOf(block)
  return findInText(text).map(({ kind, sentence, start, end, edits }) => {
    const context = contextOf(text, start, end)
    return markOf(kind, context, {
      sentence,
      context,
      place: place.field === 'content' ? { ...place, start, end } : place,
      ...(edits && { fix: { type: 'text', edits } }),
    })
  })
}

/** Characters of the context on each side. */
const BESIDE = 24

function contextOf(text: string, start: number, end: number): string {
  const before = text.slice(0, start).split('\n').at(-1) ?? ''
  const [after = ''] = text.slice(end).split('\n')
  const head = before.length > BESIDE ? `…${before.slice(-BESIDE).replace(/^\S*\s/, '')}` : before
  const tail = after.length > BESIDE ? `${after.slice(0, BESIDE).replace(/\s\S*$/, '')}…` : after
  return (head + text.slice(start, end) + tail).replace(/[\ufffc\ufffd]/g, '').trim()
}

/** Fixes marks of one kind in the text in which they were found. Nothing else in the text changes. */
export function fixMarks<T extends MarkedText>(text: T, marks: readonly CopyMark[]): T {
  const editsIn = (isThere: (mark: CopyMark) => boolean): TextEdit[] =>
    marks.flatMap((mark) => (isThere(mark) && mark.fix?.type === 'text' ? mark.fix.edits : []))
  const edited = text.content.map((block, index) => {
    const edits = editsIn(({ place }) => place.field === 'content' && place.block === index)
    return edits.length > 0 ? editBlock(block, edits) : block
  })
  const editsOf = (field: 'title' | 'excerpt') => editsIn(({ place }) => place.field === field)
  return {
    ...text,
    title: editText(text.title, editsOf('title')),
    excerpt: editText(text.excerpt, editsOf('excerpt')),
    content: correctLevels(withAddresses(edited, marks), marks),
  }
}

function withAddresses<T extends Node>(blocks: readonly T[], marks: readonly CopyMark[]): T[] {
  const links = new Map<Node, Partial<ElementNode>>(
    marks.flatMap(({ fix }) => (fix?.type === 'address' ? [[fix.link, readdress(fix.link, fix.url)]] : [])),
  )
  return blocks.map((block) => withKeys(block, links))
}

/** A link that shows its address shows the new one. */
function readdress(link: ElementNode, url: string): Partial<ElementNode> {
  const [words, ...others] = link.children
  const showsAddress = words !== undefined && isText(words) && words.text === link.url && others.length === 0
  return showsAddress ? { url, children: [{ ...words, text: url }] } : { url }
}

const editText = (text: string, edits: readonly TextEdit[]): string =>
  edits.length > 0 ? plainText([editBlock(paragraphOf(text), edits)]) : text

interface HeadingStep {
  heading: ElementNode
  level: number
  /** The level of the heading that it is under; undefined for the first of its rank. */
  above: number | undefined
  /** Its level without skipped levels. */
  corrected: number
}

/** The headings of a text that skip a level. Readers do not see the gap: see `headingLevels`. */
const skippingHeadings = (blocks: readonly Node[]): HeadingStep[] =>
  headingSteps(blocks, () => true).filter(({ level, above }) => above !== undefined && level > above + 1)

/** The text without skipped levels in the sections of these headings. The outline that readers get stays the same. */
function correctLevels<T extends Node>(blocks: readonly T[], marks: readonly CopyMark[]): T[] {
  const chosen = new Set<Node>(marks.flatMap(({ fix }) => (fix?.type === 'levels' ? [fix.heading] : [])))
  const types = new Map<Node, { type: string }>(
    headingSteps(blocks, (heading) => chosen.has(heading)).flatMap(({ heading, level, corrected }) => {
      const type = HEADINGS[corrected - 1]
      return type === undefined || corrected === level ? [] : [[heading, { type }]]
    }),
  )
  return blocks.map((block) => withKeys(block, types))
}

/** The first heading of a text keeps its level, and so do headings outside of the corrected sections. */
function headingSteps(blocks: readonly Node[], isCorrected: (heading: Node) => boolean): HeadingStep[] {
  const open: { level: number; corrected: number; isInside: boolean }[] = []
  return headingsIn(blocks).flatMap((heading) => {
    const level = headingLevel(heading.type)
    while ((open.at(-1)?.level ?? 0) >= level) open.pop()
    if (!hasText(heading)) return []
    const parent = open.at(-1)
    const isInside = parent?.isInside || isCorrected(heading)
    const corrected = parent && isInside ? parent.corrected + 1 : level
    open.push({ level, corrected, isInside })
    return [{ heading, level, above: parent?.level, corrected }]
  })
}

/** A node with other keys in some of its elements. Nodes without such an element in them stay the same objects. */
function withKeys<T extends Node>(node: T, changes: ReadonlyMap<Node, Partial<ElementNode>>): T {
  if (isText(node)) return node
  const children = node.children.map((child) => withKeys(child, changes))
  const changed = changes.get(node)
  const isSame = !changed && children.every((child, index) => child === node.children[index])
  return isSame ? node : { ...node, children, ...changed }
}
