import type { Alignment } from '@nightdesk/contracts'
import { alignWithin } from './html/alignment.ts'
import { type FigurePlace, figureWithin } from './html/figures.ts'
import { linkUrlOf } from './html/images.ts'
import { namedLevel } from './html/list-level.ts'
import { type MarkBits, marksWithin } from './html/marks.ts'
import { headingOf, isBlock, isCode, keepsSpace, laysOut } from './html/tags.ts'
import { type VerticalAlign, verticalAlignWithin } from './html/vertical-align.ts'
import type { Anchor, Item, Line, Quote } from './line.ts'
import { wordItem } from './word-list.ts'

/** Maximum nesting of quotes and lists, well within the limits of content. Deeper ones are moved up to this level. */
const MAX_QUOTES = 4
const MAX_LIST_LEVEL = 10

/** What the ancestors of a text determine. */
export interface Context extends FigurePlace {
  /** The tag of the innermost element. */
  tag: string
  marks: MarkBits
  anchor: Anchor | undefined
  kind: Line['kind']
  language: string | undefined
  quotes: readonly Quote[]
  item: Item | undefined
  /** The number of open lists, and whether the innermost is numbered. */
  lists: number
  isNumbered: boolean
  /** The number of the next item of the innermost list. */
  next: { number: number } | undefined
  align: Alignment | undefined
  verticalAlign: VerticalAlign
  keepsSpace: boolean
  isBlock: boolean
  /** Whether all children are blocks, as in a flex or grid container. */
  laysOut: boolean
}

export const OUTSIDE: Context = {
  tag: '',
  marks: 0,
  anchor: undefined,
  kind: 'paragraph',
  language: undefined,
  quotes: [],
  item: undefined,
  lists: 0,
  isNumbered: false,
  next: undefined,
  align: undefined,
  verticalAlign: undefined,
  keepsSpace: false,
  isBlock: true,
  laysOut: false,
  figure: undefined,
  figurePart: undefined,
}

/** The context within an element. `style` is its style attribute and the styles of its classes. */
export function contextWithin(element: Element, tag: string, style: string, parent: Context): Context {
  const isList = LISTS.has(tag)
  const lists = Math.min(parent.lists + (isList ? 1 : 0), MAX_LIST_LEVEL)
  const isNumbered = isList ? tag === 'ol' : parent.isNumbered
  const kind = kindWithin(element, tag, style, parent.kind)
  const next = isList ? { number: startOf(element) } : parent.next
  const here = { ...parent, lists, isNumbered, next, kind }
  const { figure, figurePart } = figureWithin(element, tag, parent)
  return {
    ...here,
    figure,
    figurePart,
    tag,
    marks: marksWithin(tag, style, {
      marks: parent.marks,
      isLinked: parent.anchor !== undefined || tag === 'a',
      isHeading: kind !== 'paragraph' && kind !== 'code',
    }),
    anchor: tag === 'a' ? { url: linkUrlOf(element) } : parent.anchor,
    language: kind === 'code' ? (languageOf(element) ?? parent.language) : undefined,
    align: alignWithin(element, tag, style, parent.align),
    verticalAlign: verticalAlignWithin(tag, style, parent.verticalAlign),
    quotes: quotesWithin(tag, parent),
    item: itemWithin(element, tag, style, here),
    keepsSpace: kind === 'code' || tag === 'textarea' || spaceWithin(style, parent.keepsSpace),
    isBlock: parent.laysOut || isBlock(tag, style) || figurePart !== parent.figurePart,
    laysOut: laysOut(style),
  }
}

const LISTS = new Set(['ul', 'ol', 'menu', 'dir'])

function kindWithin(element: Element, tag: string, style: string, kind: Line['kind']): Line['kind'] {
  if (kind === 'code' || isCode(tag, style)) return 'code'
  return headingOf(tag, element) ?? kind
}

/** A quotation within an item of a list is part of the text of the item. */
function quotesWithin(tag: string, { quotes, item }: Context): readonly Quote[] {
  if (tag !== 'blockquote' || item || quotes.length >= MAX_QUOTES) return quotes
  return [...quotes, { kind: 'quote' }]
}

function itemWithin(element: Element, tag: string, style: string, parent: Context): Item | undefined {
  const { lists, isNumbered, next, kind } = parent
  if (tag === 'li') {
    const level = Math.max(lists, 1, namedLevel(element))
    return {
      level: Math.min(level, MAX_LIST_LEVEL),
      isNumbered: lists > 0 && isNumbered && !isQuillBullet(element),
      number: numberOf(element, next),
    }
  }
  const item = tag === 'p' && lists === 0 && kind === 'paragraph' ? wordItem(style) : undefined
  return item ? { ...item, level: Math.min(item.level, MAX_LIST_LEVEL) } : parent.item
}

/** The `start` of a list or the `value` of an item, if a list can begin with it. */
function countOf(element: Element, attribute: string): number | undefined {
  const value = element.getAttribute(attribute) ?? ''
  return /^\d{1,9}$/.test(value) ? Number(value) : undefined
}

const startOf = (list: Element) => countOf(list, 'start') ?? 1

function numberOf(item: Element, next: Context['next']): number | undefined {
  if (!next) return undefined
  const number = countOf(item, 'value') ?? next.number
  next.number = number + 1
  return number
}

/** Quill writes every list as a numbered one. */
const isQuillBullet = (item: Element) => item.getAttribute('data-list') === 'bullet'

function spaceWithin(style: string, parent: boolean): boolean {
  if (keepsSpace(style)) return true
  return parent && !/(?:^|[;\s])white-space\s*:\s*(?:normal|nowrap)/i.test(style)
}

/** "language-ts", as the HTML standard proposes, on the `pre` or the `code` in it. */
const languageOf = (element: Element) =>
  /(?:^|\s)language-([a-z0-9+#-]{1,30})(?:\s|$)/i
    .exec(element.getAttribute('class') ?? '')?.[1]
    ?.toLowerCase()
