import { BLOCK_KINDS, type BlockDefinition, type BlockKind } from '../blocks/block-kinds.ts'

/** More columns of `BLOCK_KINDS`, for the slash menu only. They are loaded with it, because the first chunk is small. */
interface MenuColumns {
  group: (typeof GROUPS)[number]
  /** The Markdown that makes the block while typing. */
  hint?: string
  /** Words that find the block, besides those of its name. */
  keywords: string
}

/** In the order of the menu. */
const GROUPS = ['Basic', 'Media', 'Code'] as const

const MENU_COLUMNS: Readonly<Record<BlockKind, MenuColumns>> = {
  paragraph: { group: 'Basic', keywords: 'paragraph plain' },
  'heading-one': { group: 'Basic', hint: '#', keywords: 'title h1' },
  'heading-two': { group: 'Basic', hint: '##', keywords: 'section h2' },
  'heading-three': { group: 'Basic', hint: '###', keywords: 'h3' },
  'heading-four': { group: 'Basic', hint: '####', keywords: 'h4' },
  'heading-five': { group: 'Basic', hint: '#####', keywords: 'h5' },
  'heading-six': { group: 'Basic', hint: '######', keywords: 'h6' },
  'block-quote': { group: 'Basic', hint: '>', keywords: 'citation' },
  'bulleted-list': { group: 'Basic', hint: '-', keywords: 'unordered points ul' },
  'numbered-list': { group: 'Basic', hint: '1.', keywords: 'ordered ol' },
  'scene-break': { group: 'Basic', hint: '***', keywords: 'divider line stars rule' },
  image: { group: 'Media', keywords: 'picture photo upload' },
  'code-block': { group: 'Code', hint: '```', keywords: 'program snippet pre' },
}

/** A row of the slash menu. */
export interface Insertion extends BlockDefinition, MenuColumns {}

// The keys of both tables are block kinds.
const INSERTIONS = (Object.keys(BLOCK_KINDS) as BlockKind[]).map(
  (kind): Insertion => ({ ...BLOCK_KINDS[kind], ...MENU_COLUMNS[kind] }),
)

export interface InsertionGroup {
  name: string
  insertions: Insertion[]
}

/** The rows that match a query: each of its words begins a word of the name or a keyword. */
export function findInsertions(query: string): InsertionGroup[] {
  const words = query.toLowerCase().split(' ')
  const matches = INSERTIONS.filter(({ name, keywords }) => {
    const known = `${name} ${keywords}`.toLowerCase().split(' ')
    return words.every((word) => known.some((other) => other.startsWith(word)))
  })
  const groups = GROUPS.map((name) => ({ name, insertions: matches.filter(({ group }) => group === name) }))
  return groups.filter(({ insertions }) => insertions.length > 0)
}
