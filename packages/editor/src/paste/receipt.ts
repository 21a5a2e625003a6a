import { type Block, headingLevel, isText, type Node } from '@nightdesk/contracts'
import { isList } from '../normal-form.ts'

/** Counts of what a conversion loses. */
export interface Losses {
  /** Tables with at least one row that became a line of text. */
  tables: number
  /** Comments of Word and Google Docs. */
  comments: number
  /** Heading numbers that a program generated. */
  headingNumbers: number
  /** Superscripts and subscripts without Unicode characters. */
  superscripts: number
  /** Captions of images that had links or marks. */
  plainCaptions: number
}

export const NO_LOSSES: Losses = {
  tables: 0,
  comments: 0,
  headingNumbers: 0,
  superscripts: 0,
  plainCaptions: 0,
}

export function addLosses(one: Losses, other: Losses): Losses {
  const sum = { ...one }
  // The keys of an object literal are those of its type.
  for (const key of Object.keys(NO_LOSSES) as (keyof Losses)[]) sum[key] += other[key]
  return sum
}

/** The kinds that are counted, in the order of the sentence. */
const NOUNS = ['heading', 'quote', 'list', 'code block', 'image', 'link', 'footnote'] as const
type Noun = (typeof NOUNS)[number]

/** Tells the writer what a paste became, and what it lost. */
export function describePaste(blocks: readonly Block[], losses: Losses): string {
  const counts = new Map<Noun, number>()
  const addressless = new Map<Noun, number>()
  for (const node of blocks.flatMap(withinBlocks)) {
    const noun = nounOf(node)
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

function namedLosses({ tables, comments, headingNumbers, superscripts, plainCaptions }: Losses): string[] {
  const named = (count: number, noun: string, fate: string) =>
    count === 0 ? [] : [`${count === 1 ? `a ${noun}` : `${count} ${noun}s`} ${fate}`]
  const was = (count: number) => (count === 1 ? 'was' : 'were')
  const stands = superscripts === 1 ? 'stands' : 'stand'
  return [
    ...named(tables, 'table', 'became lines of text'),
    ...named(comments, 'comment', `${was(comments)} left out`),
    ...named(headingNumbers, 'heading number', `${was(headingNumbers)} left out`),
    ...named(superscripts, 'raised or lowered text', `${stands} in the line now`),
    ...named(plainCaptions, 'caption', 'became plain text'),
  ]
}

const plainly = (blocks: readonly Block[]) =>
  blocks.length > 1 ? quantity(blocks.length, 'paragraph') : 'text'

const quantity = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** All elements of a block, except lists within lists. */
function withinBlocks(node: Node): Node[] {
  if (isText(node)) return []
  const inside = node.children.flatMap(withinBlocks)
  return [node, ...(isList(node) ? inside.filter((child) => !isList(child)) : inside)]
}

function nounOf({ type }: Node): Noun | undefined {
  if (typeof type !== 'string') return undefined
  if (headingLevel(type) > 0) return 'heading'
  return NOUN_OF_TYPE[type]
}

const NOUN_OF_TYPE: Readonly<Record<string, Noun | undefined>> = {
  'block-quote': 'quote',
  'bulleted-list': 'list',
  'numbered-list': 'list',
  'code-block': 'code block',
  code: 'code block',
  image: 'image',
  link: 'link',
  footnote: 'footnote',
}
