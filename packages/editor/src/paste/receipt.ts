import { type Block, type ElementNode, forHeadings, isText, type Node } from '@nightdesk/contracts'
import { isList } from '../normal-form.ts'

/** What a conversion may lose, in the order of the sentence: its noun, and what became of one and of several. */
const LOSSES = {
  /** Tables with at least one row that became a line of text. */
  tables: ['table', 'became lines of text', 'became lines of text'],
  /** Comments of Word and Google Docs. */
  comments: ['comment', 'was left out', 'were left out'],
  /** Heading numbers that a program generated. */
  headingNumbers: ['heading number', 'was left out', 'were left out'],
  /** Superscripts and subscripts without Unicode characters. */
  superscripts: ['raised or lowered text', 'stands in the line now', 'stand in the line now'],
  /** Captions of images that had links or marks. */
  plainCaptions: ['caption', 'became plain text', 'became plain text'],
} as const

type Loss = keyof typeof LOSSES

/** Counts of what a conversion loses. */
export type Losses = Record<Loss, number>

// The keys of an object literal are those of its type.
const KINDS = Object.keys(LOSSES) as Loss[]

export const NO_LOSSES = lossesOf(() => 0)

export const addLosses = (one: Losses, other: Losses): Losses => lossesOf((kind) => one[kind] + other[kind])

function lossesOf(count: (kind: Loss) => number): Losses {
  // It has a count of every kind.
  return Object.fromEntries(KINDS.map((kind) => [kind, count(kind)])) as Losses
}

/** The kinds that are counted, in the order of the sentence. */
const NOUNS = ['heading', 'quote', 'list', 'code block', 'image', 'link', 'footnote'] as const
type Noun = (typeof NOUNS)[number]

/** Tells the writer what a paste became, and what it lost. */
export function describePaste(blocks: readonly Block[], losses: Losses): string {
  const counts = new Map<Noun, number>()
  const addressless = new Map<Noun, number>()
  for (const node of blocks.flatMap(withinBlocks)) {
    const noun = NOUN_OF_TYPE[node.type]
    if (!noun) continue
    counts.set(noun, (counts.get(noun) ?? 0) + 1)
    if (node.url === '') addressless.set(noun, (addressless.get(noun) ?? 0) + 1)
  }
  const counted = NOUNS.flatMap((noun) => (counts.has(noun) ? [quantity(counts.get(noun) ?? 0, noun)] : []))
  const turned = [
    ...namedLosses(losses),
    ...[...addressless].map(([noun, count]) => `${quantity(count, noun)} had no usable address`),
  ]
  const lost = turned.join('; ')
  const sentences = [`Pasted ${counted.join(', ') || plainly(blocks)}.`]
  if (lost !== '') sentences.push(`${lost.charAt(0).toUpperCase()}${lost.slice(1)}.`)
  return sentences.join(' ')
}

const namedLosses = (losses: Losses): string[] =>
  KINDS.flatMap((kind) => {
    const count = losses[kind]
    const [noun, ofOne, ofSeveral] = LOSSES[kind]
    if (count === 0) return []
    return [count === 1 ? `a ${noun} ${ofOne}` : `${count} ${noun}s ${ofSeveral}`]
  })

const plainly = (blocks: readonly Block[]) =>
  blocks.length > 1 ? quantity(blocks.length, 'paragraph') : 'text'

const quantity = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** All elements of a block, except lists within lists. */
function withinBlocks(node: Node): ElementNode[] {
  if (isText(node)) return []
  const inside = node.children.flatMap(withinBlocks)
  return [node, ...(isList(node) ? inside.filter((child) => !isList(child)) : inside)]
}

const NOUN_OF_TYPE: Readonly<Record<string, Noun | undefined>> = {
  ...forHeadings('heading'),
  'block-quote': 'quote',
  'bulleted-list': 'list',
  'numbered-list': 'list',
  'code-block': 'code block',
  code: 'code block',
  image: 'image',
  link: 'link',
  footnote: 'footnote',
}
