import type { ImportLimits } from '../../model.ts'
import { readWxr, type WordPressFile, type WxrItem, type WxrTerm } from './read-wxr.ts'

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
