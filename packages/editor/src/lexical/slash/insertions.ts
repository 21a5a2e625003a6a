import { BLOCK_GROUPS, BLOCK_KINDS, type BlockDefinition } from '../blocks/block-kinds.ts'

/** A group of the slash menu. */
export interface InsertionGroup {
  name: string
  insertions: BlockDefinition[]
}

/** The kinds that match a query: each of its words begins a word of the name or a keyword. */
export function findInsertions(query: string): InsertionGroup[] {
  const words = query.toLowerCase().split(' ')
  const matches = Object.values(BLOCK_KINDS).filter(({ name, keywords }) => {
    const known = `${name} ${keywords}`.toLowerCase().split(' ')
    return words.every((word) => known.some((other) => other.startsWith(word)))
  })
  const groups = BLOCK_GROUPS.map((name) => ({
    name,
    insertions: matches.filter(({ group }) => group === name),
  }))
  return groups.filter(({ insertions }) => insertions.length > 0)
}
