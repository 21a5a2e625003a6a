/** The texts of an item by the names of their elements. */
export const ITEM_FIELDS = {
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
export interface WxrTerm {
  domain: string
  slug: string
  name: string
}

/** What one pass over the file finds. */
export type WxrRecord =
  | { kind: 'site'; title: string; link: string }
  | { kind: 'author'; id: string; login: string; name: string; email: string }
  | { kind: 'term'; id: string; term: WxrTerm; parent: string }
  | { kind: 'item'; item: WxrItem }
  /** An item that cannot be read, or the end of the file. */
  | { kind: 'fault'; title: string; failure: string }

export function emptyItem(): WxrItem {
  // The names are those of the type.
  const texts = Object.fromEntries(Object.values(ITEM_FIELDS).map((name) => [name, ''])) as Texts
  return { ...texts, categories: [], meta: new Map(), comments: 0, faults: 0 }
}
