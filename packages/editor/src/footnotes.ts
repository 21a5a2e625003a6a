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
export const footnoteReference = (note: string): ElementNode => ({
  type: 'footnote-reference',
  note,
  children: [{ text: '' }],
})
export const isFootnoteReference = ({ type }: Node): boolean => type === 'footnote-reference'

/** Finds the footnotes among the top-level blocks, and numbers them. References without a footnote are not counted. */
export function collectFootnotes(blocks: readonly Block[]): TextWithFootnotes {
  const body = blocks.filter((block) => !isFootnote(block))
  const notes = blocks.filter(isFootnote)
  if (notes.length === 0) return { body, footnotes: [], unreferenced: [] }
  const { references, numbered, unreferenced } = orderFootnotes<Block, Block, Reference, unknown>(
    body,
    notes.map((block) => [block.note, block]),
    (block) => referencesIn(block).map((reference) => [reference.block.note, reference]),
  )
  const footnotes = [...numbered].map(([name, block], index) => ({
    block,
    number: index + 1,
    references: references.get(name) ?? [],
  }))
  return { body, footnotes, unreferenced }
}

/**
 * The references of a text by the names of their footnotes, in the order of the text: first those of the body, then those of
 * the footnotes that these refer to. Footnotes are numbered in this order; those without a reference, and further ones with
 * the same name, have no number.
 */
export function orderFootnotes<Place, Note extends Place, Reference, Name>(
  body: readonly Place[],
  notes: readonly (readonly [Name, Note])[],
  referencesIn: (place: Place) => readonly (readonly [Name, Reference])[],
) {
  const byName = new Map(notes.toReversed())
  const references = new Map<Name, Reference[]>()
  const read = (place: Place) => {
    for (const [name, reference] of referencesIn(place)) {
      const known = references.get(name)
      if (known) known.push(reference)
      else references.set(name, [reference])
    }
  }
  body.forEach(read)
  const numbered = new Map<Name, Note>()
  // Footnotes can have footnotes: the iteration reaches those that are added during it.
  for (const name of references.keys()) {
    const note = byName.get(name)
    if (note === undefined) continue
    numbered.set(name, note)
    read(note)
  }
  const known = new Set(numbered.values())
  return { references, numbered, unreferenced: notes.flatMap(([, note]) => (known.has(note) ? [] : note)) }
}

/** The footnotes of an old text that a block of it refers to, and that the present text lacks. */
export function lackingFootnotes(block: Block, then: readonly Block[], now: readonly Block[]): Block[] {
  const known = new Set(now.filter(isFootnote).map(({ note }) => note))
  const wanted = new Set(notesReferredIn(block))
  return then.filter((old) => isFootnote(old) && wanted.has(old.note) && !known.has(old.note))
}

/** The names of the footnotes that a node refers to, in the order of its text. */
export const notesReferredIn = (node: Node): unknown[] => referencesIn(node).map(({ block }) => block.note)

function referencesIn(node: Node, isInLink = false): Reference[] {
  if (isText(node)) return []
  if (isFootnoteReference(node)) return [{ block: node, isInLink }]
  if (isVoidType(node.type)) return []
  return node.children.flatMap((child) => referencesIn(child, isInLink || node.type === 'link'))
}
