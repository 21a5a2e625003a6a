import type { ElementNode } from '@nightdesk/contracts'

/** What a copy editor finds in a text before it is published. Some findings can be fixed without asking. */
export const MARK_KINDS = [
  'placeholder',
  'doubled-word',
  'maybe-doubled-word',
  'straight-quotes',
  'double-blanks',
  'heading-levels',
  'description',
  'footnote',
  'large-picture',
  'dead-link',
  'http-link',
  'title',
  'excerpt',
  'featured-image',
] as const
export type MarkKind = (typeof MARK_KINDS)[number]

/** Replaces a part of the text of a block; see `proseOf` for its positions. The part is never empty. */
export interface TextEdit {
  start: number
  end: number
  text: string
}

/** In the text of the top-level block with this index; see `proseOf` for its positions. */
export interface ContentPlace {
  field: 'content'
  block: number
  start: number
  end: number
}

type DetailPlace = { field: 'title' | 'excerpt' | 'featured-image' | 'featured-image-description' }
export type MarkPlace = DetailPlace | ContentPlace

/** The change that removes a mark. */
export type MarkFix =
  | { type: 'text'; edits: readonly TextEdit[] }
  /** Moves a heading, and those below it, to the levels that readers see. */
  | { type: 'levels'; heading: ElementNode }
  /** Replaces the address of a link, also in its words where they are the address. */
  | { type: 'address'; link: ElementNode; url: string }

export interface Mark {
  kind: MarkKind
  /** The same for the same finding in the same words, also after edits elsewhere. Not unique. */
  id: string
  /** What is wrong, in a sentence. */
  sentence: string
  /** The words around it, on one line. Empty for a field. */
  context: string
  place: MarkPlace
  /** Undefined when only a writer can fix it. */
  fix?: MarkFix
}
