import { type Fields, isFields, textOf } from '../../archive/fields.ts'
import { escaped } from '../../html/escaped.ts'

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

function cardHtml([name, payload]: unknown[]): string {
  const card: Fields = isFields(payload) ? payload : {}
  const caption = textOf(card.caption)
  const figure = (inner: string) => `<figure>${inner}<figcaption>${caption}</figcaption></figure>`
  if (name === 'image')
    return figure(`<img src="${escaped(textOf(card.src))}" alt="${escaped(textOf(card.alt))}">`)
  if (name === 'hr') return '<hr>'
  if (name === 'code') return `<pre><code>${escaped(textOf(card.code))}</code></pre>`
  if (name === 'gallery')
    return tuple(card.images)
      .map((image) => `<img src="${escaped(isFields(image) ? textOf(image.src) : '')}">`)
      .join('')
  if (name === 'embed') return `${textOf(card.html) || escaped(textOf(card.url))}<p>${caption}</p>`
  const markdown = textOf(card.markdown)
  return (
    textOf(card.html) ||
    (markdown && `<p style="white-space: pre-wrap">${escaped(markdown)}</p>`) ||
    bookmark(card)
  )
}

function bookmark({ url, metadata }: Fields): string {
  const title = isFields(metadata) ? textOf(metadata.title) : ''
  return url ? `<p><a href="${escaped(textOf(url))}">${escaped(title || textOf(url))}</a></p>` : ''
}
