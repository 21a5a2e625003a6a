import type { ImportLimits } from '../../model.ts'
import { emptyItem, ITEM_FIELDS, type WxrItem, type WxrRecord, type WxrTerm } from './wxr-item.ts'

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
export class RecordBuilder {
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
