import type { Archive, FormatInput } from '../archive/archive.ts'
import {
  type Fields,
  fieldsOf,
  instantOf,
  isFields,
  listOf,
  oneLine,
  parseJson,
  textOf,
} from '../archive/fields.ts'
import { type AddressBase, decoded, folderOf } from '../html/addresses.ts'
import { convertHtml } from '../html/convert.ts'
import { elementsIn, escaped, make } from '../html/parse.ts'
import {
  FEED,
  type ImportedAuthor,
  type OldAddress,
  type OpenedFormat,
  type ReadText,
  SourceError,
} from '../model.ts'
import type { Receipt } from '../receipt.ts'

/** An export of Ghost. Its posts are named by random ids, so that no two sites have the same. @param found the JSON */
export async function openGhost(
  { name, archive, site: base, limits }: FormatInput,
  [found = '']: readonly string[],
): Promise<OpenedFormat> {
  const site = readGhost(await archive.text(found, limits.exportBytes))
  const addresses: AddressBase = {
    base,
    site: base,
    pictureAt: (address) => {
      const path = entryOf(address, archive)
      return path === undefined ? undefined : { path }
    },
  }
  const root = folderOf(base)
  return {
    kind: 'ghost',
    name: site.title || name,
    identity: 'ghost',
    lacksSite: base === null,
    async *entries() {
      for (const post of site.posts)
        yield {
          key: textOf(post.uuid) || textOf(post.id) || textOf(post.slug),
          title: textOf(post.title),
          read: (receipt) => readPost(post, site, addresses, root, receipt),
        }
    },
    async *redirects() {
      for await (const { path, target } of oldAddresses(site, archive)) yield { path: root + path, target }
    },
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
async function* oldAddresses(site: GhostSite, archive: Archive): AsyncGenerator<OldAddress> {
  yield { path: '/rss/', target: FEED }
  yield { path: '/feed/', target: FEED }
  for (const { slug, name, isInternal } of site.tags.values())
    if (!isInternal && slug !== '') yield { path: `/tag/${slug}/`, target: { kind: 'tag', name } }
  for (const { slug, author } of site.users.values())
    if (slug !== '')
      yield { path: `/author/${slug}/`, target: { kind: 'author', name: author.name, email: author.email } }
  const file = archive.paths.find((path) => /(?:^|\/)redirects(?:-[\d-]+)?\.(?:json|ya?ml)$/.test(path))
  for (const [from, to] of file === undefined ? [] : await rulesOf(file, await archive.text(file))) {
    const path = literalPath(textOf(from))
    if (path && textOf(to).startsWith('/')) yield { path, target: { kind: 'redirect', path: textOf(to) } }
  }
}

/** A list in JSON; in YAML they are by their status: `301: {/from: /to}`. */
async function rulesOf(file: string, text: string): Promise<[from: unknown, to: unknown][]> {
  const damaged = `“${file}” is damaged, which has the redirects of the site.`
  if (file.endsWith('json')) {
    const rules = parseJson(text, damaged)
    return listOf(rules).map(({ from, to }) => [from, to])
  }
  const { parseYaml } = await import('../markdown/front-matter.ts')
  const rules = parseYaml(text, () => damaged)
  return Object.values(fieldsOf(rules)).flatMap((group) => Object.entries(fieldsOf(group)))
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
type GhostSite = ReturnType<typeof readGhost>

/** Reads the JSON of an export: of Ghost itself, or with the wrapper `db` around it. */
function readGhost(json: string) {
  const root = parseJson(json, 'The JSON file is damaged or incomplete. Export it again.')
  const { data } = listOf(fieldsOf(root).db)[0] ?? fieldsOf(root)
  if (!isFields(data) || !Array.isArray(data.posts))
    throw new SourceError('The JSON file is no export of Ghost: it has no posts.')
  const settings = new Map(listOf(data.settings).map(({ key, value }) => [textOf(key), textOf(value)]))
  const users = listOf(data.users).map((user) => {
    const email = textOf(user.email)
    const name = textOf(user.name).trim() || textOf(user.slug)
    const author: ImportedAuthor = { name, ...(email && { email }), role: 'author' }
    return [textOf(user.id), { author, slug: textOf(user.slug) }] as const
  })
  const tags = listOf(data.tags).map((tag) => {
    const isInternal = textOf(tag.visibility) === 'internal' || textOf(tag.name).startsWith('#')
    return [textOf(tag.id), { name: textOf(tag.name).trim(), slug: textOf(tag.slug), isInternal }] as const
  })
  return {
    title: settings.get('title') ?? '',
    /** As in `/:year/:slug/`. */
    permalinks: settings.get('permalinks') || '/:slug/',
    posts: listOf(data.posts),
    // By id.
    tags: new Map(tags),
    users: new Map(users),
    // The ids of tags and of authors, by the id of the post.
    tagsOfPosts: related(data.posts_tags, 'tag_id'),
    authorsOfPosts: related(data.posts_authors, 'author_id'),
    // Texts of pictures and excerpts beside a post, by its id.
    metaOfPosts: new Map(listOf(data.posts_meta).map((meta) => [textOf(meta.post_id), meta])),
  }
}

function related(rows: unknown, column: string): Map<string, string[]> {
  const sorted = listOf(rows).toSorted((a, b) => Number(a.sort_order ?? 0) - Number(b.sort_order ?? 0))
  const byPost = Map.groupBy(sorted, ({ post_id }) => textOf(post_id))
  return new Map([...byPost].map(([post, found]) => [post, found.map((row) => textOf(row[column]))]))
}

/** Ghost writes this for its own address. */
const OWN = /__GHOST_URL__/g

function readPost(
  post: Fields,
  site: GhostSite,
  addresses: AddressBase,
  root: string,
  receipt: Receipt,
): ReadText {
  const id = textOf(post.id)
  const withHost = (text: string) => text.replace(OWN, () => addresses.base?.href.replace(/\/$/, '') ?? '')
  const meta: Fields = { ...post, ...site.metaOfPosts.get(id) }
  const searchTitle = oneLine(textOf(meta.meta_title))
  const searchText = oneLine(textOf(meta.meta_description))
  const excerpt = oneLine(textOf(post.custom_excerpt))
  receipt.addSearchText(searchTitle, oneLine(textOf(post.title)))
  receipt.addSearchText(searchText, excerpt || searchText)
  if (post.featured === true || post.featured === 1) receipt.add('sticky')
  const authors = site.authorsOfPosts.get(id) ?? [textOf(post.author_id)]
  const poster = {
    source: withHost(textOf(post.feature_image) || textOf(post.image)),
    alt: textOf(meta.feature_image_alt),
    caption: textOf(meta.feature_image_caption),
  }
  return {
    title: oneLine(textOf(post.title)),
    excerpt: excerpt || searchText,
    state: stateOf(post, receipt),
    created_at: instantOf(post.created_at),
    published_at: instantOf(post.published_at),
    updated_at: instantOf(post.updated_at),
    authors: authors.flatMap((author) => site.users.get(author)?.author ?? []),
    tags: tagsOf(id, site, receipt),
    addresses: addressesOf(post, site).map((path) => root + path),
    ...(isPage(post) && { page: {} }),
    ...convertHtml(
      { html: withHost(htmlOf(post)), poster, ignored: CONTROLS, adapt: adaptCards, ...addresses },
      receipt,
    ),
  }
}

/** Ghost writes the HTML of each post beside the format of its editor. */
function htmlOf({ html, lexical, mobiledoc }: Fields): string {
  if (textOf(html) !== '') return textOf(html)
  const stored = fieldsOf(JSON.parse(textOf(lexical) || textOf(mobiledoc) || 'null'))
  return textOf(lexical) === '' ? htmlOfMobiledoc(stored) : childrenOf(fieldsOf(stored.root))
}

/** What was not public there is not public here. */
function stateOf(post: Fields, receipt: Receipt): ReadText['state'] {
  const status = textOf(post.status)
  const visibility = textOf(post.visibility) || 'public'
  if (status === 'scheduled') receipt.add('scheduled')
  if (status === 'sent') receipt.add('email-only')
  if (status !== 'published') return 'draft'
  const isForAll = visibility === 'public' && !/kg-gated-block:begin/.test(textOf(post.html))
  if (!isForAll) receipt.add('members')
  return isForAll ? 'published' : 'draft'
}

const isPage = ({ type, page }: Fields) => textOf(type) === 'page' || page === true || page === 1

function tagsOf(id: string, { tagsOfPosts, tags }: GhostSite, receipt: Receipt): string[] {
  const found = (tagsOfPosts.get(id) ?? []).flatMap((tag) => tags.get(tag) ?? [])
  for (const { name, isInternal } of found) if (isInternal) receipt.add('internal-tag', 1, name)
  return found.flatMap(({ name, isInternal }) => (isInternal ? [] : [name]))
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
  // Pages have no date in their addresses.
  const dated = (isPage(post) ? '/:slug/' : permalinks).replace(
    /:([a-z_]+)/g,
    (whole, name: string) => parts[name] ?? whole,
  )
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
  const pictures = elementsIn(gallery, 'img').map((image) =>
    make(gallery, 'figure', {}, image.closest('a') ?? image),
  )
  const captions = elementsIn(gallery, 'figcaption').map((caption) =>
    make(gallery, 'p', {}, ...caption.childNodes),
  )
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

/** Recurses: the JSON of a document is as deep as its lists and quotes. */
const childrenOf = (node: Fields) => listOf(node.children).map(nodeHtml).join('')

/** The HTML of a node by its type; Mobiledoc has the same cards. */
const CARDS: Readonly<Record<string, (node: Fields) => string>> = {
  paragraph: (node) => `<p>${childrenOf(node)}</p>`,
  heading: (node) => `<${safeTag(node.tag, 'h2')}>${childrenOf(node)}</${safeTag(node.tag, 'h2')}>`,
  list: (node) => `<${safeTag(node.tag, 'ul')}>${childrenOf(node)}</${safeTag(node.tag, 'ul')}>`,
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
    const { title, description } = fieldsOf(metadata)
    return `<p><a href="${escaped(textOf(url))}">${escaped(textOf(title) || textOf(url))}</a></p><p>${escaped(textOf(description))}</p><p>${textOf(caption)}</p>`
  },
  button: ({ buttonUrl, buttonText }) =>
    `<p><a href="${escaped(textOf(buttonUrl))}">${escaped(textOf(buttonText) || textOf(buttonUrl))}</a></p>`,
  file: ({ src, fileTitle, fileName, fileCaption }) =>
    `<p><a href="${escaped(textOf(src))}">${escaped(textOf(fileTitle) || textOf(fileName) || textOf(src))}</a></p><p>${escaped(textOf(fileCaption))}</p>`,
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

const safeTag = (tag: unknown, otherwise = 'p') =>
  /^(?:p|h[1-6]|blockquote|aside|ul|ol)$/.test(textOf(tag)) ? textOf(tag) : otherwise

/** The bits of Lexical’s text formats. */
const FORMATS = ['strong', 'em', 's', 'u', 'code', 'sub', 'sup']

function marked({ text, format }: Fields): string {
  const bits = typeof format === 'number' ? format : 0
  return FORMATS.reduce(
    (html, tag, index) => (bits & (1 << index) ? `<${tag}>${html}</${tag}>` : html),
    escaped(textOf(text)),
  )
}

function imageHtml({ src, alt, caption, href }: Fields): string {
  const image = `<img src="${escaped(textOf(src))}" alt="${escaped(textOf(alt))}">`
  const link = textOf(href)
  return `<figure>${link === '' ? image : `<a href="${escaped(link)}">${image}</a>`}<figcaption>${textOf(caption)}</figcaption></figure>`
}

const tuple = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The HTML of a post that an older Ghost stored in the format of its editor only. Cards of Markdown stay as they are. */
const htmlOfMobiledoc = (document: Fields): string =>
  tuple(document.sections)
    .map((section) => sectionHtml(tuple(section), document))
    .join('')

/** Markup 1, image 2, list 3, card 10: the numbers of the format. */
function sectionHtml([type, first, second]: unknown[], document: Fields): string {
  if (type === 1) return `<${safeTag(first)}>${markersHtml(second, document)}</${safeTag(first)}>`
  if (type === 2) return `<img src="${escaped(textOf(first))}">`
  if (type === 3) {
    const items = tuple(second).map((item) => `<li>${markersHtml(item, document)}</li>`)
    return `<${safeTag(first)}>${items.join('')}</${safeTag(first)}>`
  }
  return type === 10 ? cardHtml(tuple(tuple(document.cards)[Number(first)])) : ''
}

function markersHtml(markers: unknown, document: Fields): string {
  const markups = tuple(document.markups)
  const atoms = tuple(document.atoms)
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
  const card = fieldsOf(payload)
  const known = CARDS[NAMES[name] ?? name]
  const markdown = textOf(card.markdown)
  if (markdown) return `<p style="white-space: pre-wrap">${escaped(markdown)}</p>`
  return known ? known(card) : textOf(card.html) || (card.url ? CARDS.bookmark?.(card) : undefined) || ''
}
