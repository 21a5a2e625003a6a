import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { encodingOf } from '../archive/archive.ts'
import { type ImportLimits, SourceError } from '../model.ts'

/** One file of an export; WordPress.com splits large ones. */
export interface WordPressFile {
  open: () => Promise<Readable>
}

/** Characters that XML does not allow, even as references; real exports have them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/**
 * Reads an export as a stream: in memory are one chunk, and the item that it is in. A fault in the XML is counted in its item,
 * and reading goes on behind it.
 */
export async function* readWxr(stream: Readable, limits: ImportLimits): AsyncGenerator<WxrRecord> {
  const builder = new RecordBuilder(limits)
  const parser = parserFor(builder)
  let sinceRecord = 0
  try {
    for await (const text of decoded(stream)) {
      parser.write(text)
      const records = builder.take()
      yield* records
      sinceRecord = records.length > 0 || builder.hasMoved() ? 0 : sinceRecord + text.length
      if (sinceRecord > 2 * limits.textBytes) {
        yield { kind: 'fault', title: builder.title, failure: TOO_LARGE }
        return
      }
    }
  } finally {
    stream.destroy()
  }
  parser.close()
  builder.end()
  yield* builder.take()
}

const TOO_LARGE = 'A single text in the file is too large. What comes after it was not read.'

function parserFor(builder: RecordBuilder): SaxesParser<{ xmlns: false }> {
  const parser = new SaxesParser({ xmlns: false })
  parser.on('doctype', () => {
    throw new SourceError(
      'The file declares entities or a document type, which WordPress never writes. It is not read, because such declarations can be an attack.',
    )
  })
  parser.on('error', () => builder.fault())
  parser.on('opentag', ({ name, attributes }) => builder.open(name, attributes))
  parser.on('text', (text) => builder.text(text))
  parser.on('cdata', (text) => builder.text(text))
  parser.on('closetag', ({ name }) => builder.close(name))
  return parser
}

/** The text of a stream in the encoding that its beginning declares. */
async function* decoded(stream: Readable): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const isFirst = decoder === undefined
    decoder ??= new TextDecoder(encodingOf(chunk))
    const text = decoder.decode(chunk, { stream: true }).replace(FORBIDDEN, '')
    yield isFirst ? text.trimStart() : text
  }
  yield (decoder?.decode() ?? '').replace(FORBIDDEN, '')
}

/** The prefixes by which elements are known here, by the addresses of their namespaces. */
const NAMESPACES: [address: RegExp, prefix: string][] = [
  [/^https?:\/\/wordpress\.org\/export\/[\d.]+\/excerpt\/?$/, 'excerpt'],
  [/^https?:\/\/wordpress\.org\/export\/[\d.]+\/?$/, 'wp'],
  [/^https?:\/\/purl\.org\/rss\/1\.0\/modules\/content\/?$/, 'content'],
  [/^https?:\/\/purl\.org\/dc\/elements\/1\.1\/?$/, 'dc'],
]

/** Elements of the channel that are records by themselves. */
const RECORDS = new Set(['wp:author', 'wp:category', 'wp:tag', 'wp:term'])
const TRUNCATED =
  'The file ends in the middle, so what comes after this is missing. Export it from WordPress again.'

/** Makes records of the elements of an export. */
class RecordBuilder {
  readonly #limits: ImportLimits
  readonly #prefixes = new Map<string, string>()
  #records: WxrRecord[] = []
  #path: string[] = []
  #openComments = 0
  #item: WxrItem | undefined
  #size = 0
  /** The texts of a record of the channel, or of an element with several texts in an item. */
  #fields: Record<string, string> = {}
  #term: Omit<WxrTerm, 'name'> | undefined
  #text: string[] = []
  #site: { title: string; link: string } | undefined = { title: '', link: '' }
  #isEnded = false
  #events = 0

  constructor(limits: ImportLimits) {
    this.#limits = limits
  }

  get title(): string {
    return this.#item?.title ?? ''
  }

  take(): WxrRecord[] {
    const records = this.#records
    this.#records = []
    return records
  }

  /** Whether an element has begun or ended since the last call. */
  hasMoved(): boolean {
    const hasMoved = this.#events > 0
    this.#events = 0
    return hasMoved
  }

  fault(): void {
    if (this.#item) this.#item.faults++
  }

  open(written: string, attributes: Readonly<Record<string, string>>): void {
    this.#declare(attributes)
    const name = this.#known(written)
    this.#events++
    this.#text = []
    this.#path.push(name)
    if (name === 'item') this.#beginItem()
    else if (RECORDS.has(name) || name === 'wp:postmeta') this.#fields = {}
    else if (name === 'category' && this.#item)
      this.#term = { domain: attributes.domain ?? '', slug: attributes.nicename ?? '' }
    else if (name === 'wp:comment') {
      this.#openComments++
      if (this.#item) this.#item.comments++
    }
  }

  text(text: string): void {
    if (this.#openComments > 0) return
    this.#size += text.length
    if (this.#size <= this.#limits.textBytes) this.#text.push(text)
  }

  close(written: string): void {
    const name = this.#known(written)
    const text = this.#text.join('')
    this.#text = []
    this.#events++
    const at = this.#path.lastIndexOf(name)
    if (at !== -1) this.#path.length = at
    if (name === 'wp:comment') this.#openComments--
    if (name === 'item') this.#endItem()
    else if (name === 'channel') this.#isEnded = true
    else if (this.#item) this.#closeInItem(name, text)
    else this.#closeInChannel(name, text)
  }

  /** After the last chunk. */
  end(): void {
    this.#writeSite()
    if (this.#isEnded) return
    this.#records.push({ kind: 'fault', title: this.title || 'The rest of the file', failure: TRUNCATED })
  }

  #declare(attributes: Readonly<Record<string, string>>): void {
    for (const [name, address] of Object.entries(attributes)) {
      if (!name.startsWith('xmlns:')) continue
      const known = NAMESPACES.find(([pattern]) => pattern.test(address))?.[1]
      if (known) this.#prefixes.set(name.slice('xmlns:'.length), known)
    }
  }

  #known(name: string): string {
    const colon = name.indexOf(':')
    if (colon === -1) return name
    const prefix = name.slice(0, colon)
    return `${this.#prefixes.get(prefix) ?? prefix}${name.slice(colon)}`
  }

  #beginItem(): void {
    this.#writeSite()
    if (this.#item)
      this.#records.push({
        kind: 'fault',
        title: this.#item.title,
        failure: 'This item has no end in the file.',
      })
    this.#item = emptyItem()
    this.#size = 0
  }

  #endItem(): void {
    const item = this.#item
    this.#item = undefined
    const isTooLarge = this.#size > this.#limits.textBytes
    this.#size = 0
    if (!item) return
    this.#records.push(
      isTooLarge
        ? { kind: 'fault', title: item.title, failure: 'The text is too large to be imported.' }
        : { kind: 'item', item },
    )
  }

  #closeInItem(name: string, text: string): void {
    const item = this.#item
    if (!item || this.#openComments > 0) return
    if (name === 'category' && this.#term) {
      item.categories.push({ ...this.#term, name: text.trim() })
      this.#term = undefined
    } else if (this.#path.at(-1) === 'wp:postmeta') this.#fields[name] = text
    else if (name === 'wp:postmeta')
      item.meta.set(this.#fields['wp:meta_key'] ?? '', this.#fields['wp:meta_value'] ?? '')
    else if (isField(name)) item[ITEM_FIELDS[name]] = text
  }

  #closeInChannel(name: string, text: string): void {
    const fields = this.#fields
    const field = (key: string) => (fields[`wp:${key}`] ?? '').trim()
    if (this.#path.at(-1) === 'channel' && this.#site && (name === 'title' || name === 'link'))
      this.#site[name] = text.trim()
    else if (name === 'wp:author')
      this.#records.push({
        kind: 'author',
        id: field('author_id'),
        login: field('author_login'),
        name:
          field('author_display_name') || `${field('author_first_name')} ${field('author_last_name')}`.trim(),
        email: field('author_email'),
      })
    else if (name === 'wp:tag') this.#writeTerm('post_tag', field('tag_slug'), field('tag_name'))
    else if (name === 'wp:category')
      this.#writeTerm('category', field('category_nicename'), field('cat_name'), field('category_parent'))
    else this.#fields[name] = text
  }

  #writeTerm(domain: string, slug: string, name: string, parent = ''): void {
    const id = (this.#fields['wp:term_id'] ?? '').trim()
    this.#records.push({ kind: 'term', id, term: { domain, slug, name }, parent })
  }

  /** The title and address of the site come before its first item. */
  #writeSite(): void {
    if (this.#site) this.#records.push({ kind: 'site', ...this.#site })
    this.#site = undefined
  }
}

const isField = (name: string): name is keyof typeof ITEM_FIELDS => name in ITEM_FIELDS

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
  meta: Map<string, string>
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

function emptyItem(): WxrItem {
  // The names are those of the type.
  const texts = Object.fromEntries(Object.values(ITEM_FIELDS).map((name) => [name, ''])) as Texts
  return { ...texts, categories: [], meta: new Map(), comments: 0, faults: 0 }
}

/** What items refer to, wherever in the export it is. The only part of an export that stays in memory. */
export interface SiteIndex {
  title: string
  /** The address of the site; null if the export has none that is valid. */
  base: URL | null
  authors: Map<string, { id: string; name: string; email: string }>
  terms: (WxrTerm & { id: string; parent: string })[]
  attachments: Map<string, Attachment>
  /** The ids of attachments by the item that they belong to. */
  idsByParent: Map<string, string[]>
  /** Attachments by the address of their file without its scheme. */
  byAddress: Map<string, Attachment>
  /** The pages that WordPress makes for attachments, without their scheme. */
  pages: Set<string>
  /** The HTML of blocks that several posts share, by id. */
  sharedBlocks: Map<string, string>
}

export interface Attachment {
  address: string
  parent: string
  /** Its own page on the old site. */
  link: string
  alt: string
  caption: string
}

/** Reads an export once to its end. */
export async function indexSite(files: readonly WordPressFile[], limits: ImportLimits): Promise<SiteIndex> {
  const index: SiteIndex = {
    title: '',
    base: null,
    authors: new Map(),
    terms: [],
    attachments: new Map(),
    idsByParent: new Map(),
    byAddress: new Map(),
    pages: new Set(),
    sharedBlocks: new Map(),
  }
  for (const file of files) {
    for await (const record of readWxr(await file.open(), limits)) {
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
