import { type Fields, isFields, textOf } from '../../archive/fields.ts'
import { escaped } from '../../html/parse.ts'
import { CARDS } from './lexical.ts'

interface Mobiledoc {
  markups: unknown[]
  atoms: unknown[]
  cards: unknown[]
}

const tuple = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The HTML of a post that an older Ghost stored in the format of its editor only. Cards of Markdown stay as they are. */
export function htmlOfMobiledoc(json: string): string {
  const stored: unknown = JSON.parse(json)
  if (!isFields(stored)) return ''
  const document = { markups: tuple(stored.markups), atoms: tuple(stored.atoms), cards: tuple(stored.cards) }
  return tuple(stored.sections)
    .map((section) => sectionHtml(tuple(section), document))
    .join('')
}

/** Markup 1, image 2, list 3, card 10: the numbers of the format. */
function sectionHtml([type, first, second]: unknown[], document: Mobiledoc): string {
  if (type === 1) return `<${safeTag(first)}>${markersHtml(second, document)}</${safeTag(first)}>`
  if (type === 2) return `<img src="${escaped(textOf(first))}">`
  if (type === 3) {
    const items = tuple(second).map((item) => `<li>${markersHtml(item, document)}</li>`)
    return `<${safeTag(first)}>${items.join('')}</${safeTag(first)}>`
  }
  return type === 10 ? cardHtml(tuple(document.cards[Number(first)])) : ''
}

const safeTag = (tag: unknown) =>
  /^(?:p|h[1-6]|blockquote|aside|ul|ol)$/.test(textOf(tag)) ? textOf(tag) : 'p'

function markersHtml(markers: unknown, { markups, atoms }: Mobiledoc): string {
  const open: string[] = []
  const parts = tuple(markers).flatMap((marker) => {
    const [type, opened, closed, value] = tuple(marker)
    const begun = tuple(opened).map((index) => tuple(markups[Number(index)]))
    open.push(...begun.map(([tag]) => textOf(tag)))
    const text = type === 0 ? escaped(textOf(value)) : atomHtml(tuple(atoms[Number(value)]))
    const ended = open.splice(Math.max(0, open.length - Number(closed ?? 0))).reverse()
    return [...begun.map(openTag), text, ...ended.map((tag) => `</${tag}>`)]
  })
  return parts.join('')
}

function openTag([tag, attributes]: unknown[]): string {
  const list = tuple(attributes)
  const at = list.indexOf('href')
  return at === -1 ? `<${textOf(tag)}>` : `<${textOf(tag)} href="${escaped(textOf(list[at + 1]))}">`
}

const atomHtml = ([name, text]: unknown[]) => (name === 'soft-return' ? '<br>' : escaped(textOf(text)))

const NAMES: Readonly<Record<string, string>> = { hr: 'horizontalrule', code: 'codeblock' }

function cardHtml([type, payload]: unknown[]): string {
  const name = textOf(type)
  // These are in the mail only.
  if (name.startsWith('email')) return ''
  const card: Fields = isFields(payload) ? payload : {}
  const known = CARDS[NAMES[name] ?? name]
  const markdown = textOf(card.markdown)
  if (markdown) return `<p style="white-space: pre-wrap">${escaped(markdown)}</p>`
  return known ? known(card) : textOf(card.html) || (card.url ? CARDS.bookmark?.(card) : undefined) || ''
}
