import type { Alignment, ElementNode, Heading } from '@nightdesk/contracts'
import type { MarkBits } from './html/marks.ts'

/** A link of the document; texts under the same one belong together. */
export interface Anchor {
  url: string
}

export interface Run {
  text: string
  marks: MarkBits
  anchor: Anchor | undefined
}

/** A quotation of the document: lines within the same one belong together. */
export interface Quote {
  kind: 'quote'
}

/** An item of a list. Word says only in the item itself what kind of list it is in. */
export interface Item {
  /** From 1 for the outermost list. */
  level: number
  isNumbered: boolean
  /** The number it has, where that is told: what its list begins with if it is the first. */
  number: number | undefined
}

/**
 * A line of the document as it is read down the page: a paragraph, a heading, a picture or all of a code block.
 * Where it stands is told by its containers, so that a document of any depth is a flat list of these.
 */
export interface Line {
  kind: 'paragraph' | 'code' | Heading
  quotes: readonly Quote[]
  item: Item | undefined
  align: Alignment | undefined
  /** How many empty lines stand above it in the document. */
  gap: number
  content: (Run | ElementNode)[]
  /** Language of a code block, where it names one. */
  language?: string
}

export const isRun = (part: Run | ElementNode): part is Run => 'anchor' in part
