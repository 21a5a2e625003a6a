export const ARTICLE_STATES = ['draft', 'published', 'archived', 'deleted'] as const
export type ArticleState = (typeof ARTICLE_STATES)[number]

/** A page has an address of its own, and is in no list of stories. */
export const ARTICLE_KINDS = ['story', 'page'] as const
export type ArticleKind = (typeof ARTICLE_KINDS)[number]

export const SORT_KEYS = ['title', '-title', 'state', '-state', 'date_updated', '-date_updated'] as const

export const ROLES = ['admin', 'editor', 'author'] as const
export const USER_STATUSES = ['active', 'disabled', 'suspended', 'deleted'] as const
export type Role = (typeof ROLES)[number]
export type UserStatus = (typeof USER_STATUSES)[number]

/** What an API key may do of what the role of its owner may: read, or read and change. */
export const KEY_SCOPES = ['read', 'write'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** Today, the last 7 or 30 days including today, or all time. */
export const PERIODS = ['today', '7', '30', 'all'] as const
export type Period = (typeof PERIODS)[number]

/** Articles in the list of the most viewed. */
export const MOST_PAGES = 100

/** How many of their views visitors are shown, the last ones. */
export const MOST_OWN_VIEWS = 200

/** The facets of views: where the reader came from, and the browser and device. */
export const FACETS = ['referrer', 'agent', 'device'] as const
export type Facet = (typeof FACETS)[number]

/** `current`: in a text as it is now, published, scheduled or unsaved · `old`: in earlier versions only · `none`: nowhere. */
export const PICTURE_USES = ['current', 'old', 'none'] as const
export type PictureUse = (typeof PICTURE_USES)[number]

/** The products and files that can be imported. */
export const IMPORT_KINDS = [
  'wordpress',
  'ghost',
  'markdown',
  'substack',
  'medium',
  'docx',
  'epub',
  'nightdesk',
] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** `reading`: its items are being listed · `ready`: nothing is written yet · `failed`: the file cannot be read. */
export const IMPORT_STATES = ['reading', 'ready', 'running', 'done', 'failed', 'undoing', 'undone'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** `planned`: will come in · `known`: an earlier import has brought it in · `left`: edited since, so that undo leaves it. */
export const IMPORT_ITEM_STATES = ['planned', 'done', 'known', 'failed', 'left', 'undone'] as const
export type ImportItemState = (typeof IMPORT_ITEM_STATES)[number]

export const IMPORT_ADDRESS_KINDS = ['story', 'tag', 'author', 'list', 'redirect'] as const
export type ImportAddressKind = (typeof IMPORT_ADDRESS_KINDS)[number]

/**
 * Why an old address is not redirected: `nothing` of this site is at its end · it is `redirected` already · a page has `taken` it.
 * `missing`: it is redirected, as on the old site, to an address that has nothing.
 */
export const IMPORT_ADDRESS_PROBLEMS = ['nothing', 'missing', 'redirected', 'taken'] as const
export type ImportAddressProblem = (typeof IMPORT_ADDRESS_PROBLEMS)[number]

/** `expired`: the file is deleted. */
export const EXPORT_STATES = ['waiting', 'running', 'done', 'failed', 'expired'] as const
export type ExportState = (typeof EXPORT_STATES)[number]
