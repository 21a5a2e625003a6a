import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { encodingOf } from '../archive/archive.ts'
import { everyElement, type XmlElement } from '../formats/xml.ts'
import { type ImportLimits, SourceError } from '../model.ts'

/** One file of an export; WordPress.com splits large ones. */
export type WordPressFile = () => Promise<Readable>

/** Characters that XML does not allow, even as references; real exports have them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/** Elements of the channel that are records by themselves. */
const RECORDS = new Set(['item', 'wp:author', 'wp:category', 'wp:tag'])
/** Characters that an element counts for besides its text. */
const ELEMENT_SIZE = 16

/**
 * Reads an export as a stream: in memory are one chunk, and the item that it is in. A fault in the XML is counted in its item,
 * and reading goes on behind it.
 */
export async function* readWxr(stream: Readable, { textBytes }: ImportLimits): AsyncGenerator<WxrRecord> {
  let found: WxrRecord[] = []
  /** The title and address of the site, which come before its first item. */
  let site: { title: string; link: string } | undefined = { title: '', link: '' }
  const open: XmlElement[] = []
  let record: XmlElement | undefined
  let [size, faults, comments, openComments] = [0, 0, 0, 0]
  let [hasMoved, isEnded] = [false, false]
  const title = () => (record ? textIn(record, 'title') : '')
  const endSite = () => {
    if (site) found.push({ kind: 'site', ...site })
    site = undefined
  }
  const begin = (element: XmlElement) => {
    if (element.name === 'item') endSite()
    if (record?.name === 'item')
      found.push({ kind: 'fault', title: title(), failure: 'This item has no end in the file.' })
    record = element
    size = faults = comments = 0
  }
  const nameOf = prefixed()
  const parser = new SaxesParser({ xmlns: false })
  parser.on('doctype', () => {
    throw new SourceError(
      'The file declares entities or a document type, which WordPress never writes. It is not read, because such declarations can be an attack.',
    )
  })
  parser.on('error', () => faults++)
  parser.on('opentag', ({ name: written, attributes }) => {
    hasMoved = true
    const element: XmlElement = { name: nameOf(written, attributes), attributes, children: [], text: '' }
    size += ELEMENT_SIZE
    if (element.name === 'wp:comment' && openComments++ === 0) comments++
    if (element.name === 'item' || (!record && RECORDS.has(element.name))) begin(element)
    else if (record && openComments === 0 && size <= textBytes) open.at(-1)?.children.push(element)
    open.push(element)
  })
  const addText = (text: string) => {
    const element = open.at(-1)
    if (!element || openComments > 0) return
    size += text.length
    if (size <= textBytes) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    hasMoved = true
    const element = open.pop()
    if (element?.name === 'wp:comment') openComments--
    if (element?.name === 'channel') isEnded = true
    if (element && element === record) {
      if (size > textBytes) found.push({ kind: 'fault', title: title(), failure: TOO_LONG })
      else found.push(recordOf(element, { faults, comments }))
      record = undefined
      size = 0
    } else if (!record && site && open.at(-1)?.name === 'channel') {
      if (element?.name === 'title' || element?.name === 'link') site[element.name] = element.text.trim()
      size = 0
    }
  })
  let sinceRecord = 0
  try {
    for await (const text of decoded(stream)) {
      parser.write(text)
      sinceRecord = hasMoved ? 0 : sinceRecord + text.length
      hasMoved = false
      yield* found
      found = []
      if (sinceRecord <= 2 * textBytes) continue
      yield { kind: 'fault', title: title(), failure: TOO_LARGE }
      return
    }
  } finally {
    stream.destroy()
  }
  parser.close()
  endSite()
  yield* found
  if (!isEnded) yield { kind: 'fault', title: title() || 'The rest of the file', failure: TRUNCATED }
}

const TOO_LONG = 'The text is too large to be imported.'
const TOO_LARGE = 'A single text in the file is too large. What comes after it was not read.'
const TRUNCATED =
  'The file ends in the middle, so what comes after this is missing. Export it from WordPress again.'

/** The text of a stream in the encoding that its beginning declares. */
async function* decoded(stream: Readable): AsyncGenerator<string> {
  const withReferences = bareAmpersands()
  let decoder: TextDecoder | undefined
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const isFirst = decoder === undefined
    decoder ??= new TextDecoder(encodingOf(chunk))
    const text = withReferences(decoder.decode(chunk, { stream: true }).replace(FORBIDDEN, ''))
    yield isFirst ? text.trimStart() : text
  }
  yield withReferences((decoder?.decode() ?? '').replace(FORBIDDEN, ''), true)
}

const REFERENCE = '(?:#\\d{1,7}|#x[\\da-f]{1,6}|[a-z]\\w{0,30});'
const MARKS = new RegExp(`<!\\[CDATA\\[|\\]\\]>|&(?!${REFERENCE})`, 'gi')
/** What may be the beginning of a mark or a reference that ends in the next chunk. */
const UNFINISHED = /(?:<!?\[?[CDAT]{0,5}|\]{1,2}|&[#\w]{0,31})$/i

/**
 * Old exports and other products write `&` in addresses outside of CDATA, where the parser would take all up to the next
 * semicolon for a reference.
 * @returns writes such an ampersand as `&amp;` in the chunks of a text, whose ends it holds back while they are unclear
 */
function bareAmpersands(): (text: string, isLast?: boolean) => string {
  let [held, isCdata] = ['', false]
  return (text, isLast = false) => {
    const whole = held + text
    held = isLast ? '' : (UNFINISHED.exec(whole)?.[0] ?? '')
    return whole.slice(0, whole.length - held.length).replace(MARKS, (mark) => {
      if (mark === '&') return isCdata ? mark : '&amp;'
      isCdata = mark !== ']]>'
      return mark
    })
  }
}

/** The prefixes by which elements are known here, by the addresses of their namespaces. */
const NAMESPACES: [address: RegExp, prefix: string][] = [
  [/^https?:\/\/wordpress\.org\/export\/[\d.]+\/excerpt\/?$/, 'excerpt'],
  [/^https?:\/\/wordpress\.org\/export\/[\d.]+\/?$/, 'wp'],
  [/^https?:\/\/purl\.org\/rss\/1\.0\/modules\/content\/?$/, 'content'],
  [/^https?:\/\/purl\.org\/dc\/elements\/1\.1\/?$/, 'dc'],
]

/** Gives elements the names by which they are known here, whatever prefixes the file declares. */
function prefixed() {
  const prefixes = new Map<string, string>()
  return (name: string, attributes: Readonly<Record<string, string>>): string => {
    for (const [declared, address] of Object.entries(attributes)) {
      const known = declared.startsWith('xmlns:') && NAMESPACES.find(([pattern]) => pattern.test(address))
      if (known) prefixes.set(declared.slice('xmlns:'.length), known[1])
    }
    const [prefix = '', local] = name.split(':', 2)
    return local === undefined ? name : `${prefixes.get(prefix) ?? prefix}:${local}`
  }
}

/** The texts of an item by the names of their elements. */
const ITEM_FIELDS = {
  title: 'title',
  link: 'link',
  guid: 'guid',
  pubDate: 'pubDate',
  'dc:creator': 'creator',
  'content:encoded': 'content',
  'excerpt:encoded': 'excerpt',
  'wp:post_id': 'id',
  'wp:post_parent': 'parent',
  'wp:post_type': 'type',
  'wp:status': 'status',
  'wp:is_sticky': 'sticky',
  'wp:post_password': 'password',
  'wp:post_date': 'date',
  'wp:post_date_gmt': 'date_gmt',
  'wp:post_modified_gmt': 'modified_gmt',
  'wp:attachment_url': 'attachment_url',
} as const

type Texts = Record<(typeof ITEM_FIELDS)[keyof typeof ITEM_FIELDS], string>

/** An `item` of a WordPress export as it is in the file: a post, a page, an attachment, or a part of the site. */
export interface WxrItem extends Texts {
  categories: WxrTerm[]
  /** The last value of each name. */
  meta: Map<string, string>
  /** One for each time that its address was changed. */
  old_slugs: string[]
  comments: number
  /** Places where the file is no valid XML. */
  faults: number
}

/** A category, tag, or other term; Co-Authors Plus also writes authors as terms. */
interface WxrTerm {
  domain: string
  slug: string
  name: string
}

/** What one pass over the file finds. */
type WxrRecord =
  | { kind: 'site'; title: string; link: string }
  | { kind: 'author'; id: string; login: string; name: string; email: string }
  | { kind: 'term'; id: string; term: WxrTerm; parent: string }
  | { kind: 'item'; item: WxrItem }
  /** An item that cannot be read, or the end of the file. */
  | { kind: 'fault'; title: string; failure: string }

/** The text of the last element of a name directly in another. */
const textIn = ({ children }: XmlElement, name: string): string =>
  children.findLast((child) => child.name === name)?.text ?? ''

function recordOf(element: XmlElement, counts: Pick<WxrItem, 'faults' | 'comments'>): WxrRecord {
  const field = (name: string) => textIn(element, `wp:${name}`).trim()
  if (element.name === 'item') return { kind: 'item', item: itemOf(element, counts) }
  if (element.name === 'wp:author') {
    const [id, login, email] = [field('author_id'), field('author_login'), field('author_email')]
    const whole = `${field('author_first_name')} ${field('author_last_name')}`.trim()
    return { kind: 'author', id, login, name: field('author_display_name') || whole, email }
  }
  const isTag = element.name === 'wp:tag'
  const term = isTag
    ? { domain: 'post_tag', slug: field('tag_slug'), name: field('tag_name') }
    : { domain: 'category', slug: field('category_nicename'), name: field('cat_name') }
  return { kind: 'term', id: field('term_id'), term, parent: isTag ? '' : field('category_parent') }
}

/** Where an element lacks its end, those behind it are within it. */
function itemOf(element: XmlElement, counts: Pick<WxrItem, 'faults' | 'comments'>): WxrItem {
  // The names are those of the type.
  const texts = Object.fromEntries(Object.values(ITEM_FIELDS).map((name) => [name, ''])) as Texts
  const item: WxrItem = { ...texts, ...counts, categories: [], meta: new Map(), old_slugs: [] }
  for (const each of everyElement(element)) {
    const { name, attributes, text } = each
    if (isField(name)) item[ITEM_FIELDS[name]] = text
    else if (name === 'wp:postmeta') {
      const [key, value] = [textIn(each, 'wp:meta_key'), textIn(each, 'wp:meta_value')]
      item.meta.set(key, value)
      if (key === '_wp_old_slug') item.old_slugs.push(value.trim())
    } else if (name === 'category')
      item.categories.push({
        domain: attributes.domain ?? '',
        slug: attributes.nicename ?? '',
        name: text.trim(),
      })
  }
  return item
}

const isField = (name: string): name is keyof typeof ITEM_FIELDS => Object.hasOwn(ITEM_FIELDS, name)

/** What items refer to, wherever in the export it is. The only part of an export that stays in memory. */
export type SiteIndex = Awaited<ReturnType<typeof indexSite>>

export interface Attachment {
  address: string
  parent: string
  /** Its own page on the old site. */
  link: string
  alt: string
  caption: string
}

/** Reads an export once to its end. */
export async function indexSite(files: readonly WordPressFile[], limits: ImportLimits) {
  const index = {
    title: '',
    /** The address of the site; null if the export has none that is valid. */
    base: null as URL | null,
    authors: new Map<string, { id: string; name: string; email: string }>(),
    terms: [] as (WxrTerm & { id: string; parent: string })[],
    attachments: new Map<string, Attachment>(),
    /** The ids of attachments by the item that they belong to. */
    idsByParent: new Map<string, string[]>(),
    /** Attachments by the address of their file without its scheme. */
    byAddress: new Map<string, Attachment>(),
    /** The pages that WordPress makes for attachments, without their scheme. */
    pages: new Set<string>(),
    /** The HTML of blocks that several posts share, by id. */
    sharedBlocks: new Map<string, string>(),
    /** Entries of its menus. */
    menuEntries: 0,
  }
  for (const file of files) {
    for await (const record of readWxr(await file(), limits)) {
      if (record.kind === 'site') {
        index.title ||= record.title
        index.base ??= URL.parse(record.link)
      } else if (record.kind === 'author') index.authors.set(record.login, record)
      else if (record.kind === 'term')
        index.terms.push({ ...record.term, id: record.id, parent: record.parent })
      else if (record.kind === 'item') addItem(index, record.item)
    }
  }
  return index
}

function addItem(index: SiteIndex, item: WxrItem): void {
  if (item.type === 'wp_block') index.sharedBlocks.set(item.id, copied(item.content))
  if (item.type === 'nav_menu_item') index.menuEntries++
  if (item.type !== 'attachment') return
  const address = copied(item.attachment_url || item.guid).trim()
  const attachment: Attachment = {
    address,
    parent: copied(item.parent).trim(),
    link: copied(item.link),
    alt: copied(item.meta.get('_wp_attachment_image_alt') ?? '').trim(),
    caption: copied(item.excerpt).trim(),
  }
  const id = copied(item.id)
  const siblings = index.idsByParent.get(attachment.parent)
  if (siblings) siblings.push(id)
  else index.idsByParent.set(attachment.parent, [id])
  index.attachments.set(id, attachment)
  index.pages.add(withoutScheme(attachment.link))
  index.byAddress.set(withoutScheme(address), attachment)
}

export const withoutScheme = (address: string): string => address.replace(/^https?:/, '')

/** V8 keeps the whole chunk of a file in memory for a part of it; a copy stands alone. */
const copied = (text: string) => Buffer.from(text).toString()
