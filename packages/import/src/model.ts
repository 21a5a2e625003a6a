import type { Readable } from 'node:stream'
import type { Block, CreditRole, ImportKind, Loss } from '@nightdesk/contracts'
import type { Receipt } from './receipt.ts'

/** A file or folder of another product. Reading it changes nothing, and can begin again at any time. */
export interface Source {
  kind: ImportKind
  /** For people: the title of the site, or the name of the file. */
  name: string
  /** The same for every export of one site. With the key of an item it identifies that item for ever. */
  identity: string
  /** Whether pictures and links may need the address of the old site, which neither the file nor anybody has said. */
  lacksSite?: boolean
  /** What is left out that belongs to no item. */
  receipt?: readonly Loss[]
  /** A sentence about its files, for a source in which nothing is found. */
  contents?: string
  /** In the order of the file, and none of them read yet. {@link entriesOf} reads them safely. */
  entries: () => AsyncIterable<SourceEntry>
  /** People and what is known about them, if the source says more than names. */
  people?: () => AsyncIterable<ImportedPerson>
  /** For a source whose keys are numbers, which are in the addresses of its pages as in ours: the highest ones; 0 where there are none. */
  highest?: () => Promise<HighestNumbers>
  /** The bytes of a picture in the archive; null if the archive does not have it. */
  picture: (picture: PictureRef) => Promise<Readable | null>
  /** Addresses of the old site besides those of its items. */
  redirects: () => AsyncIterable<OldAddress>
  /** Closes the file. */
  close: () => Promise<void>
}

/** What a format reads of a file; its pictures are those of the archive. */
export type OpenedFormat = Omit<Source, 'picture' | 'close' | 'redirects' | 'contents'> &
  Partial<Pick<Source, 'redirects'>>

/** A text of a source, before it is read. */
export interface SourceEntry {
  /** Stable in its source, and unique but in files that were put together by hand. */
  key: string
  /** The key that it had before texts of a source without an address were told apart by their contents. */
  old_key?: string
  /** For people, if the text cannot be read. */
  title: string
  /**
   * Reads and converts it, and adds to the receipt what became something else or was left out. Undefined if there is nothing to read.
   * Whatever is thrown is a failure of this entry only.
   */
  read: (receipt: Receipt) => Promise<ReadText | undefined> | ReadText | undefined
}

/** A text as a format reads it, which says no more than it knows. */
export type ReadText = Partial<Omit<ImportedItem, 'key' | 'receipt'>> &
  Pick<ImportedItem, 'title' | 'content' | 'state'>

/** By the tables that count them here: of its items, and of its people. */
export type HighestNumbers = Record<'articles' | 'users', number>

export interface ImportedItem {
  /** Unique and stable in its source, so that a repeated import changes nothing. */
  key: string
  title: string
  /** In normal form. Images have the `url` of one of `pictures`, or an empty one. */
  content: Block[]
  /** Plain text; empty if the source has none of its own. */
  excerpt: string
  /** Whether title and excerpt are exactly as Nightdesk stores them. */
  isStored?: true
  state: 'draft' | 'published' | 'archived'
  /** Instants as ISO strings; null if the source does not say. A draft may have a date of publication. */
  created_at: string | null
  published_at: string | null
  updated_at: string | null
  authors: ImportedAuthor[]
  /** Names, in the order of the source. */
  tags: string[]
  poster: PictureRef | null
  /** What was corrected since the publication, the first one first. */
  corrections?: { text: string; created_at: string | null }[]
  /** The pictures of the content, each once. */
  pictures: PictureRef[]
  /** Old paths as the old site wrote them, the permanent one first: `/2020/01/a-lamp/`, `/?p=12`. */
  addresses: string[]
  /** Set for a page. Its address is the first of `addresses`, unless it is known here. */
  page?: { path?: string; shows_byline?: boolean }
  /** Paths by which the items of a source without addresses link to each other, such as the chapters of a book. */
  link_paths?: string[]
  /** What became something else or was left out. */
  receipt: Loss[]
  words: WordCount
}

export interface FailedItem {
  key: string
  title: string
  /** A sentence for people. */
  failure: string
}

export const isFailed = (item: ImportedItem | FailedItem): item is FailedItem => 'failure' in item

export interface ImportedAuthor {
  name: string
  /** That of one of the people of the source. */
  key?: string
  email?: string
  role: CreditRole
}

export interface ImportedPerson {
  /** Unique and stable in its source. */
  key: string
  name: string
  /** Null if it is made from the name. */
  sort_name: string | null
  /** Plain text. */
  bio: string
  links: string[]
  picture: PictureRef | null
}

export interface PictureRef {
  /** As in the `url` of image blocks. */
  url: string
  /** The address on the old site; null if it is not known. */
  address: string | null
  /** Its path on the old site, which will lead to the copy; null if it was elsewhere. */
  old_path: string | null
  /** The entry of the archive; null if it is not there. */
  path: string | null
  alt: string
}

/** Every visible word of the original is compared with the words of the blocks. */
export interface WordCount {
  original: number
  imported: number
  /** Words that the blocks miss, at most a few as examples. Empty unless a conversion is wrong. */
  missing: string[]
}

export interface OldAddress {
  /** A path with its query, such as `/tag/moon/` or `/feed/`. */
  path: string
  target: OldAddressTarget
}

export type OldAddressTarget =
  | { kind: 'item'; key: string }
  | { kind: 'tag'; name: string }
  | { kind: 'author'; name: string; email?: string | undefined }
  /** One of the people of the source. */
  | { kind: 'person'; key: string }
  /** A path of this site, for a feed or a list. */
  | { kind: 'list'; path: string }
  /** Another path of the old site, as in its own redirects, or one of this one. */
  | { kind: 'redirect'; path: string }

/** The targets of old home pages and feeds. */
export const HOME: OldAddressTarget = { kind: 'list', path: '/' }
export const FEED: OldAddressTarget = { kind: 'list', path: '/rss.xml' }

export const IMPORT_LIMITS = {
  /** Files of a folder, or entries of an archive. */
  entries: 100_000,
  /** Bytes of the names of an archive, with what else its list says of each file. All of it is held in memory. */
  directoryBytes: 32 * 1024 ** 2,
  /** Bytes of an archive when all of it is unpacked. */
  unpackedBytes: 16 * 1024 ** 3,
  /** How many times larger than its packed form an archive, and each of its entries, may be. */
  ratio: 200,
  /** Bytes of a text that is held in memory: an item, or a document. */
  textBytes: 4 * 1024 ** 2,
  /** Bytes of an export that is no stream, and of which all is held in memory. */
  exportBytes: 128 * 1024 ** 2,
}

export type ImportLimits = typeof IMPORT_LIMITS

export const TOO_DEEP = 'The text is nested too deeply.'

/** A file that cannot be imported at all. The message is a sentence for people. */
export class SourceError extends Error {
  override name = 'SourceError'
}
