import { type Fields, isFields, listOf, textOf } from '../../archive/fields.ts'
import { escaped } from '../../html/parse.ts'

/** The HTML of a post that Ghost stored in the format of its editor only. */
export function htmlOfLexical(json: string): string {
  const stored: unknown = JSON.parse(json)
  const root = isFields(stored) ? stored.root : undefined
  return isFields(root) ? childrenOf(root) : ''
}

/** Recurses: the JSON of a document is as deep as its lists and quotes. */
const childrenOf = (node: Fields) => listOf(node.children).map(htmlOf).join('')

/** The HTML of a node by its type; Mobiledoc has the same cards. */
const CARDS: Readonly<Record<string, (node: Fields) => string>> = {
  paragraph: (node) => `<p>${childrenOf(node)}</p>`,
  heading: (node) => `<${tagOf(node, 'h2')}>${childrenOf(node)}</${tagOf(node, 'h2')}>`,
  list: (node) => `<${tagOf(node, 'ul')}>${childrenOf(node)}</${tagOf(node, 'ul')}>`,
  listitem: (node) => `<li>${childrenOf(node)}</li>`,
  quote: (node) => `<blockquote>${childrenOf(node)}</blockquote>`,
  link: (node) => `<a href="${escaped(textOf(node.url))}">${childrenOf(node)}</a>`,
  linebreak: () => '<br>',
  horizontalrule: () => '<hr>',
  image: imageHtml,
  gallery: ({ images, caption }) =>
    `<figure class="kg-gallery-card">${listOf(images).map(imageHtml).join('')}<figcaption>${textOf(caption)}</figcaption></figure>`,
  codeblock: ({ code, language }) =>
    `<pre><code class="language-${escaped(textOf(language))}">${escaped(textOf(code))}</code></pre>`,
  html: ({ html }) => textOf(html),
  callout: ({ calloutEmoji, calloutText }) =>
    `<div class="kg-callout-card"><div class="kg-callout-emoji">${escaped(textOf(calloutEmoji))}</div><div class="kg-callout-text">${textOf(calloutText)}</div></div>`,
  toggle: ({ heading, content }) => `<h4>${textOf(heading)}</h4>${textOf(content)}`,
  embed: ({ html, url, caption }) => `${textOf(html) || escaped(textOf(url))}<p>${textOf(caption)}</p>`,
  bookmark: ({ url, metadata, caption }) => {
    const title = isFields(metadata) ? textOf(metadata.title) : ''
    const description = isFields(metadata) ? textOf(metadata.description) : ''
    return `<p><a href="${escaped(textOf(url))}">${escaped(title || textOf(url))}</a></p><p>${escaped(description)}</p><p>${textOf(caption)}</p>`
  },
  button: ({ buttonUrl, buttonText }) =>
    `<p><a href="${escaped(textOf(buttonUrl))}">${escaped(textOf(buttonText))}</a></p>`,
  file: ({ src, fileTitle, fileCaption }) =>
    `<p><a href="${escaped(textOf(src))}">${escaped(textOf(fileTitle))}</a></p><p>${escaped(textOf(fileCaption))}</p>`,
  audio: ({ src, title }) =>
    `<audio src="${escaped(textOf(src))}" title="${escaped(textOf(title))}"></audio>`,
  video: ({ src, caption }) => `<video src="${escaped(textOf(src))}"></video><p>${textOf(caption)}</p>`,
  aside: (node) => `<blockquote>${childrenOf(node)}</blockquote>`,
}

function htmlOf(node: Fields): string {
  const type = textOf(node.type)
  if (/^(?:extended-)?text$/.test(type)) return marked(node)
  const card = CARDS[type.replace(/^extended-/, '')]
  return card
    ? card(node)
    : `<p>${childrenOf(node)}${escaped(textOf(node.markdown) || textOf(node.text))}</p>`
}

const tagOf = ({ tag }: Fields, otherwise: string) =>
  /^(?:h[1-6]|ul|ol)$/.test(textOf(tag)) ? textOf(tag) : otherwise

/** The bits of Lexical’s text formats. */
const FORMATS = ['strong', 'em', 's', 'u', 'code', 'sub', 'sup']

function marked({ text, format }: Fields): string {
  const bits = typeof format === 'number' ? format : 0
  return FORMATS.reduce(
    (html, tag, index) => (bits & (1 << index) ? `<${tag}>${html}</${tag}>` : html),
    escaped(textOf(text)),
  )
}

function imageHtml({ src, alt, caption }: Fields): string {
  const image = `<img src="${escaped(textOf(src))}" alt="${escaped(textOf(alt))}">`
  return `<figure>${image}<figcaption>${textOf(caption)}</figcaption></figure>`
}

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
