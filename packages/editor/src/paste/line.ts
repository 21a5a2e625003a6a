import type { Alignment, ElementNode, Heading } from '@nightdesk/contracts'
import type { MarkBits } from './html/marks.ts'

/** A link of the document; adjacent texts with the same object become one link. */
export interface Anchor {
  url: string
}

export interface Run {
  text: string
  marks: MarkBits
  anchor: Anchor | undefined
}

/** A quotation of the document; adjacent lines with the same object become one quote. */
export interface Quote {
  kind: 'quote'
}

/** A figure of the document; adjacent lines with the same object belong together. */
export interface Figure {
  kind: 'figure'
}

/** An item of a list. It holds the kind of its list, because in Word only the item tells it. */
export interface Item {
  /** From 1 for the outermost list. */
  level: number
  isNumbered: boolean
  /** Its number, if known; the start of the list if it is the first item. */
  number: number | undefined
}

/**
 * A paragraph, heading, image or whole code block of the document, with its containers: so a document of any depth is a
 * flat list of lines.
 */
export interface Line {
  kind: 'paragraph' | 'code' | Heading
  quotes: readonly Quote[]
  item: Item | undefined
  align: Alignment | undefined
  /** The number of empty lines above it in the document. */
  gap: number
  content: (Run | ElementNode)[]
  figure?: Figure | undefined
  /** Of a line in the caption of the figure. */
  figurePart?: 'caption' | 'credit' | undefined
  /** The language of a code block, if known. */
  language?: string
}

export const isRun = (part: Run | ElementNode): part is Run => 'anchor' in part
