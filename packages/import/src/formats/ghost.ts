import { uniqueTags } from '@nightdesk/contracts'
import type { Archive } from '../archive/archive.ts'
import { type Fields, instantOf, isFields, listOf, parseJson, textOf } from '../archive/fields.ts'
import { type AddressBase, decoded, pictureRef, resolve } from '../html/addresses.ts'
import { convertHtml } from '../html/convert.ts'
import { elementsIn, escaped, make, plainLine } from '../html/parse.ts'
import {
  type ImportedAuthor,
  type ImportedText,
  type OldAddress,
  type OpenedFormat,
  type PictureRef,
  SourceError,
} from '../model.ts'
import { Receipt } from '../receipt.ts'

interface GhostExport {
  name: string
  json: string
  /** The zip file or folder around the JSON, with the pictures. */
  archive: Archive | undefined
  /** The address of the old site, which an export does not have. */
  site: URL | null
}

/** An export of Ghost. Its posts are named by random ids, so that no two sites have the same. */
export async function openGhost(input: GhostExport): Promise<OpenedFormat> {
  const site = readGhost(input.json)
  const { archive } = input
  const addresses: AddressBase = {
    base: input.site,
    pictureAt: (address) => {
      const path = archive && entryOf(address, archive)
      return path === undefined ? undefined : { path }
    },
  }
  return {
    kind: 'ghost',
    name: site.title || input.name,
    identity: 'ghost',
    async *entries() {
      for (const post of site.posts)
        yield {
          key: textOf(post.uuid) || textOf(post.id) || textOf(post.slug),
          title: textOf(post.title),
          read: () => importedPost(post, site, addresses),
        }
    },
    redirects: () => oldAddresses(site, archive),
  }
}

/** The entry of a picture such as `/content/images/size/w600/2020/01/lamp.jpg`. */
function entryOf(address: string, { has }: Archive): string | undefined {
  const [, inContent] = /\/content\/((?:images|media|files)\/[^?#]+)/.exec(address) ?? []
  if (!inContent) return undefined
  const plain = decoded(inContent).replace(/^images\/size\/w\d+(?:h\d+)?\//, 'images/')
  return [`content/${plain}`, plain, `data/content/${plain}`].find(has)
}

/** Feeds, the pages of tags and authors, and the redirects that the site had itself. */
async function* oldAddresses(site: GhostSite, archive: Archive | undefined): AsyncGenerator<OldAddress> {
  yield { path: '/rss/', target: { kind: 'feed' } }
  yield { path: '/feed/', target: { kind: 'feed' } }
  for (const { slug, name, isInternal } of site.tags.values())
    if (!isInternal && slug !== '') yield { path: `/tag/${slug}/`, target: { kind: 'tag', name } }
  for (const { slug, name } of site.users.values())
    if (slug !== '') yield { path: `/author/${slug}/`, target: { kind: 'author', name } }
  const file = archive?.paths.find((path) => /(?:^|\/)redirects(?:-[\d-]+)?\.(?:json|ya?ml)$/.test(path))
  if (!archive || !file) return
  const text = await archive.text(file)
  for (const [from, to] of file.endsWith('json') ? inJson(text) : await inYaml(text)) {
    const path = literalPath(from)
    if (path && to.startsWith('/')) yield { path, target: { kind: 'path', path: to } }
  }
}

type Rules = [from: string, to: string][]

const inJson = (text: string): Rules =>
  listOf(parseJson(text, 'The file of redirects in the archive is damaged.')).map(({ from, to }) => [
    textOf(from),
    textOf(to),
  ])

/** Rules by their status: `301: {/from: /to}`. */
async function inYaml(text: string): Promise<Rules> {
  const { parseYaml } = await import('../markdown/front-matter.ts')
  const rules = parseYaml(text)
  return Object.values(isFields(rules) ? rules : {}).flatMap((group) =>
    isFields(group) ? Object.entries(group).map(([from, to]): [string, string] => [from, textOf(to)]) : [],
  )
}

/** The path that a pattern is for; undefined if it is for several. */
function literalPath(pattern: string): string | undefined {
  const path = pattern
    .replace(/\\([/.-])/g, '$1')
    .replace(/^\^/, '')
    .replace(/\/?\??\$$/, '')
  return /[*+()[\]{}|\\^$]/.test(path) || !path.startsWith('/') ? undefined : path
}

/** The tables of an export. Passwords, tokens and members are not read. */
interface GhostSite {
  title: string
  /** As in `/:year/:slug/`. */
  permalinks: string
  posts: Fields[]
  /** By id. */
  tags: Map<string, GhostTag>
  users: Map<string, GhostUser>
  /** The ids of tags and of authors, by the id of the post. */
  tagsOfPosts: Map<string, string[]>
  authorsOfPosts: Map<string, string[]>
  /** Texts of pictures and excerpts beside a post, by its id. */
  metaOfPosts: Map<string, Fields>
}

interface GhostTag {
  name: string
  slug: string
  isInternal: boolean
}

interface GhostUser extends ImportedAuthor {
  slug: string
}

/** Reads the JSON of an export: of Ghost itself, or with the wrapper `db` around it. */
function readGhost(json: string): GhostSite {
  const data = dataOf(parseJson(json, 'The JSON file is damaged or incomplete. Export it again.'))
  if (!data) throw new SourceError('The JSON file is no export of Ghost: it has no posts.')
  const settings = new Map(listOf(data.settings).map(({ key, value }) => [textOf(key), textOf(value)]))
  return {
    title: settings.get('title') ?? '',
    permalinks: settings.get('permalinks') || '/:slug/',
    posts: listOf(data.posts),
    tags: new Map(listOf(data.tags).map((tag) => [textOf(tag.id), tagOf(tag)])),
    users: new Map(listOf(data.users).map((user) => [textOf(user.id), userOf(user)])),
    tagsOfPosts: related(data.posts_tags, 'tag_id'),
    authorsOfPosts: related(data.posts_authors, 'author_id'),
    metaOfPosts: new Map(listOf(data.posts_meta).map((meta) => [textOf(meta.post_id), meta])),
  }
}

function dataOf(root: unknown): Fields | undefined {
  if (!isFields(root)) return undefined
  const [inner] = listOf(root.db)
  const { data } = inner ?? root
  return isFields(data) && Array.isArray(data.posts) ? data : undefined
}

const tagOf = (tag: Fields): GhostTag => ({
  name: textOf(tag.name).trim(),
  slug: textOf(tag.slug),
  isInternal: textOf(tag.visibility) === 'internal' || textOf(tag.name).startsWith('#'),
})

function userOf(user: Fields): GhostUser {
  const email = textOf(user.email)
  const name = textOf(user.name).trim() || textOf(user.slug)
  return { name, ...(email && { email }), role: 'author', slug: textOf(user.slug) }
}

function related(rows: unknown, column: string): Map<string, string[]> {
  const sorted = listOf(rows).toSorted((a, b) => Number(a.sort_order ?? 0) - Number(b.sort_order ?? 0))
  const byPost = Map.groupBy(sorted, ({ post_id }) => textOf(post_id))
  return new Map([...byPost].map(([post, found]) => [post, found.map((row) => textOf(row[column]))]))
}

/** Ghost writes this for its own address. */
const OWN = /__GHOST_URL__/g
const withoutHost = (text: string) => text.replace(OWN, '')

function importedPost(post: Fields, site: GhostSite, addresses: AddressBase): ImportedText {
  const receipt = new Receipt()
  const id = textOf(post.id)
  const html = withoutHost(htmlOf(post))
  const { content, pictures, words } = convertHtml(
    { html, ignored: CONTROLS, adapt: adaptCards, ...addresses },
    receipt,
  )
  const state = stateOf(post, receipt)
  return {
    title: plainLine(textOf(post.title)),
    content,
    excerpt: plainLine(textOf(post.custom_excerpt)),
    state,
    created_at: instantOf(post.created_at),
    published_at: instantOf(post.published_at),
    updated_at: instantOf(post.updated_at),
    authors: authorsOf(post, site),
    tags: tagsOf(id, site, receipt),
    poster: posterOf(post, site.metaOfPosts.get(id), addresses),
    pictures,
    addresses: addressesOf(post, site),
    receipt: receipt.losses,
    words,
  }
}

/** Ghost writes the HTML of each post beside the format of its editor. */
function htmlOf(post: Fields): string {
  const html = textOf(post.html)
  if (html !== '') return html
  const lexical = textOf(post.lexical)
  if (lexical !== '') return htmlOfLexical(lexical)
  const mobiledoc = textOf(post.mobiledoc)
  return mobiledoc === '' ? '' : htmlOfMobiledoc(mobiledoc)
}

/** What was not public there is not public here. */
function stateOf(post: Fields, receipt: Receipt): ImportedText['state'] {
  const status = textOf(post.status)
  const visibility = textOf(post.visibility) || 'public'
  if (status === 'scheduled') receipt.add('scheduled')
  if (status === 'sent') receipt.add('email-only')
  if (status !== 'published') return 'draft'
  const isForAll = visibility === 'public' && !/kg-gated-block:begin/.test(textOf(post.html))
  if (!isForAll) receipt.add('members')
  return isForAll ? 'published' : 'draft'
}

function authorsOf(post: Fields, { authorsOfPosts, users }: GhostSite): ImportedAuthor[] {
  const ids = authorsOfPosts.get(textOf(post.id)) ?? [textOf(post.author_id)]
  return ids.flatMap((id) => {
    const user = users.get(id)
    if (!user) return []
    const { slug, ...author } = user
    return [author]
  })
}

function tagsOf(id: string, { tagsOfPosts, tags }: GhostSite, receipt: Receipt): string[] {
  const found = (tagsOfPosts.get(id) ?? []).flatMap((tag) => tags.get(tag) ?? [])
  for (const { name } of found.filter(({ isInternal }) => isInternal)) receipt.add('internal-tag', 1, name)
  return uniqueTags(
    found.filter(({ name, isInternal }) => name !== '' && !isInternal).map(({ name }) => name),
  )
}

function posterOf(
  post: Fields,
  meta: Fields | undefined,
  { base, pictureAt }: AddressBase,
): PictureRef | null {
  const image = withoutHost(textOf(post.feature_image) || textOf(post.image))
  const found = pictureAt?.(resolve(image, base)?.href ?? image)
  return image === '' ? null : pictureRef(image, textOf(meta?.feature_image_alt), base, found)
}

function addressesOf(post: Fields, { permalinks }: GhostSite): string[] {
  const published = instantOf(post.published_at) ?? ''
  const parts: Readonly<Record<string, string>> = {
    year: published.slice(0, 4),
    month: published.slice(5, 7),
    day: published.slice(8, 10),
    slug: textOf(post.slug),
    id: textOf(post.id),
  }
  const dated = permalinks.replace(/:([a-z_]+)/g, (whole, name: string) => parts[name] ?? whole)
  const plain = `/${parts.slug}/`
  const isComplete = !dated.includes(':') && parts.slug !== ''
  const own = [...(isComplete ? [dated] : []), ...(parts.slug === '' ? [] : [plain])]
  const uuid = textOf(post.uuid)
  return [...new Set([...own, ...own.map((path) => `${path}amp/`), ...(uuid ? [`/p/${uuid}/`] : [])])]
}

/** Controls of players, whose words are no content. */
const CONTROLS =
  '.kg-audio-player, .kg-audio-thumbnail, .kg-video-overlay, .kg-video-player-container, .kg-toggle-card-icon, ' +
  '.kg-file-card-icon, .kg-signup-card-fields, .kg-product-card-rating'

/** Makes plain blocks of the cards of Ghost’s editor. */
function adaptCards(root: Element, receipt: Receipt): void {
  receipt.add('gallery', elementsIn(root, '.kg-gallery-card').length)
  for (const gallery of elementsIn(root, '.kg-gallery-card')) splitGallery(gallery)
  for (const bookmark of elementsIn(root, '.kg-bookmark-card')) replaceBookmark(bookmark, receipt)
  for (const file of elementsIn(root, '.kg-file-card')) replaceFile(file, receipt)
  // The callout is a quote of a kind; its emoji belongs to its text.
  for (const callout of elementsIn(root, '.kg-callout-card')) {
    const text = callout.querySelector('.kg-callout-text')
    const emoji = callout.querySelector('.kg-callout-emoji')?.textContent?.trim()
    const first = text?.querySelector('p') ?? text
    if (first && emoji) first.prepend(`${emoji} `)
    callout.querySelector('.kg-callout-emoji')?.remove()
  }
}

/** Each picture of a gallery is a figure; the caption of all is a paragraph. */
function splitGallery(gallery: Element): void {
  const pictures = elementsIn(gallery, 'img').map((image) => make(gallery, 'figure', {}, image))
  const captions = elementsIn(gallery, 'figcaption').map((caption) => {
    const paragraph = make(gallery, 'p', {})
    paragraph.append(...caption.childNodes)
    return paragraph
  })
  gallery.replaceWith(...pictures, ...captions)
}

/** A link with the title, and its description below it; icon and preview belong to the other site. */
function replaceBookmark(card: Element, receipt: Receipt): void {
  const href = card.querySelector('a[href]')?.getAttribute('href') ?? ''
  for (const picture of elementsIn(card, 'img')) picture.remove()
  const title = card.querySelector('.kg-bookmark-title')
  const others = elementsIn(
    card,
    '.kg-bookmark-description, .kg-bookmark-author, .kg-bookmark-publisher, figcaption',
  ).map((part) => make(card, 'p', {}, part.textContent ?? ''))
  if (!title) return
  receipt.add('embed', 1, URL.parse(href)?.hostname)
  card.replaceWith(make(card, 'p', {}, make(card, 'a', { href }, title.textContent ?? '')), ...others)
}

function replaceFile(card: Element, receipt: Receipt): void {
  const href = card.querySelector('a[href]')?.getAttribute('href') ?? ''
  const [first, ...others] = elementsIn(
    card,
    '.kg-file-card-title, .kg-file-card-caption, .kg-file-card-metadata',
  ).map((part) => (part.textContent ?? '').trim())
  receipt.add('file')
  const paragraphs = others.map((text) => make(card, 'p', {}, text))
  card.replaceWith(make(card, 'p', {}, make(card, 'a', { href }, first || href)), ...paragraphs)
}

/** The HTML of a post that Ghost stored in the format of its editor only. */
function htmlOfLexical(json: string): string {
  const stored: unknown = JSON.parse(json)
  const root = isFields(stored) ? stored.root : undefined
  return isFields(root) ? childrenOf(root) : ''
}

/** Recurses: the JSON of a document is as deep as its lists and quotes. */
const childrenOf = (node: Fields) => listOf(node.children).map(nodeHtml).join('')

/** The HTML of a node by its type; Mobiledoc has the same cards. */
const CARDS: Readonly<Record<string, (node: Fields) => string>> = {
  paragraph: (node) => `<p>${childrenOf(node)}</p>`,
  heading: (node) => `<${nodeTag(node, 'h2')}>${childrenOf(node)}</${nodeTag(node, 'h2')}>`,
  list: (node) => `<${nodeTag(node, 'ul')}>${childrenOf(node)}</${nodeTag(node, 'ul')}>`,
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

function nodeHtml(node: Fields): string {
  const type = textOf(node.type)
  if (/^(?:extended-)?text$/.test(type)) return marked(node)
  const card = CARDS[type.replace(/^extended-/, '')]
  return card
    ? card(node)
    : `<p>${childrenOf(node)}${escaped(textOf(node.markdown) || textOf(node.text))}</p>`
}

const nodeTag = ({ tag }: Fields, otherwise: string) =>
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
function htmlOfMobiledoc(json: string): string {
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
