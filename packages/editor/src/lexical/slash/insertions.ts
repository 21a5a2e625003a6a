import { BLOCK_KINDS, type BlockDefinition, type BlockKind } from '../blocks/block-kinds.ts'

/** A group of the slash menu. */
export interface InsertionGroup {
  name: string
  insertions: BlockDefinition[]
}

const GROUPS = ['Story', 'Text', 'Code'] as const

/** The group of each kind, in the order of the slash menu: what a story needs most is first. */
const GROUP_OF: Readonly<Record<BlockKind, (typeof GROUPS)[number]>> = {
  'scene-break': 'Story',
  image: 'Story',
  'block-quote': 'Story',
  'heading-one': 'Story',
  'heading-two': 'Story',
  'heading-three': 'Story',
  'heading-four': 'Story',
  'heading-five': 'Story',
  'heading-six': 'Story',
  footnote: 'Story',
  paragraph: 'Text',
  'bulleted-list': 'Text',
  'numbered-list': 'Text',
  'code-block': 'Code',
}

// The keys of an object literal are those of its type.
const KINDS = Object.keys(GROUP_OF) as BlockKind[]

/** The kinds that match a query: each of its words begins a word of the name or a keyword. */
export function findInsertions(query: string): InsertionGroup[] {
  const words = query.toLowerCase().split(' ')
  const matches = KINDS.filter((kind) => {
    const { name, keywords } = BLOCK_KINDS[kind]
    const known = `${name} ${keywords}`.toLowerCase().split(' ')
    return words.every((word) => known.some((other) => other.startsWith(word)))
  })
  const groups = GROUPS.map((name) => ({
    name,
    insertions: matches.filter((kind) => GROUP_OF[kind] === name).map((kind) => BLOCK_KINDS[kind]),
  }))
  return groups.filter(({ insertions }) => insertions.length > 0)
}
