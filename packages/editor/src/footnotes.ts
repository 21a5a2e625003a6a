import { type Block, type ElementNode, isText, isVoidType, type Node } from '@nightdesk/contracts'

/** A footnote with the places in the text that refer to it. */
export interface Footnote {
  block: Block
  /** From 1. */
  number: number
  /** In the order of the text; at least one. */
  references: Reference[]
}

export interface Reference {
  block: ElementNode
  /** Whether it is within a link, so that it cannot be one itself. */
  isInLink: boolean
}

/** The parts of a text that has footnotes. */
export interface TextWithFootnotes {
  /** The blocks that are no footnotes. */
  body: Block[]
  /** The footnotes that the body, or a footnote before them, refers to: in the order of their first references. */
  footnotes: Footnote[]
  /** Footnotes that nothing refers to, and further ones with the same name. */
  unreferenced: Block[]
}

export const isFootnote = ({ type }: Node): boolean => type === 'footnote'
export const isFootnoteReference = ({ type }: Node): boolean => type === 'footnote-reference'

/** Finds the footnotes among the top-level blocks, and numbers them. References without a footnote are not counted. */
export function collectFootnotes(blocks: readonly Block[]): TextWithFootnotes {
  const body = blocks.filter((block) => !isFootnote(block))
  const notes = blocks.filter(isFootnote)
  const byName = new Map(notes.toReversed().map((block) => [block.note, block]))
  const found = new Map<Block, Footnote>()
  const number = (node: Node) => {
    for (const reference of referencesIn(node)) {
      const block = byName.get(reference.block.note)
      const known = block && found.get(block)
      if (known) known.references.push(reference)
      else if (block) found.set(block, { block, number: found.size + 1, references: [reference] })
    }
  }
  if (notes.length > 0) body.forEach(number)
  // Footnotes can have footnotes: the iteration reaches those that are added during it.
  for (const block of found.keys()) number(block)
  return { body, footnotes: [...found.values()], unreferenced: notes.filter((block) => !found.has(block)) }
}

/** The references in a node, in the order of its text. */
export function referencesIn(node: Node, isInLink = false): Reference[] {
  if (isText(node)) return []
  if (isFootnoteReference(node)) return [{ block: node, isInLink }]
  if (isVoidType(node.type)) return []
  return node.children.flatMap((child) => referencesIn(child, isInLink || node.type === 'link'))
}
