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
  if (notes.length === 0) return { body, footnotes: [], unreferenced: [] }
  const byName = new Map<unknown, Block>(notes.toReversed().map((block) => [block.note, block]))
  const references = orderReferences(
    body,
    byName,
    (block) => referencesIn(block),
    ({ block }) => block.note,
  )
  const footnotes = [...references].flatMap(([name, found]) => {
    const block = byName.get(name)
    return block ? [{ block, references: found }] : []
  })
  const numbered = new Set(footnotes.map(({ block }) => block))
  return {
    body,
    footnotes: footnotes.map((footnote, index) => ({ ...footnote, number: index + 1 })),
    unreferenced: notes.filter((block) => !numbered.has(block)),
  }
}

/**
 * The references of a text by the names of their footnotes, in the order of the text: first those of the body, then those of
 * the footnotes that these refer to. It is the order in which footnotes are numbered.
 */
export function orderReferences<Place, Reference, Name>(
  body: readonly Place[],
  notes: ReadonlyMap<Name, Place>,
  referencesIn: (place: Place) => readonly Reference[],
  nameOf: (reference: Reference) => Name,
): Map<Name, Reference[]> {
  const found = new Map<Name, Reference[]>()
  const read = (place: Place) => {
    for (const reference of referencesIn(place)) {
      const name = nameOf(reference)
      const known = found.get(name)
      if (known) known.push(reference)
      else found.set(name, [reference])
    }
  }
  body.forEach(read)
  // Footnotes can have footnotes: the iteration reaches those that are added during it.
  for (const name of found.keys()) {
    const note = notes.get(name)
    if (note !== undefined) read(note)
  }
  return found
}

/** The names of the footnotes that a node refers to, in the order of its text. */
export const notesReferredIn = (node: Node): unknown[] => referencesIn(node).map(({ block }) => block.note)

function referencesIn(node: Node, isInLink = false): Reference[] {
  if (isText(node)) return []
  if (isFootnoteReference(node)) return [{ block: node, isInLink }]
  if (isVoidType(node.type)) return []
  return node.children.flatMap((child) => referencesIn(child, isInLink || node.type === 'link'))
}
