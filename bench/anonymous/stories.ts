import { hash } from 'node:crypto'
import { randomFrom } from '../../apps/cli/src/demo/random.ts'

/** A row for each table that has a part of a story. */
export interface Story {
  id: number
  author: number
  title: string
  excerpt: string
  paragraphs: string[]
  content: object[]
  content_hash: string
  tags: number[]
}

export const AUTHORS = 40
/** The first is on every story. */
export const TAGS = 300
const WORDS = 4_000
const PARAGRAPHS = 20
const WORDS_PER_PARAGRAPH = 40
const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'ke', 'li', 'mo', 'nu', 'pa', 're', 'si', 'to', 'vu']
/** Words of nearly every paragraph: a search for one of them finds every story. */
const COMMON = ['the', 'and', 'of', 'lamp', 'she']

/** The story of a number, always the same: 800 words out of four thousand. */
export function storyOf(id: number): Story {
  const random = randomFrom(id)
  const word = () => (random() < 0.3 ? pick(COMMON, random) : wordOf(Math.floor(random() ** 2 * WORDS)))
  const words = (count: number) => Array.from({ length: count }, word).join(' ')
  const paragraphs = Array.from({ length: PARAGRAPHS }, () => `${words(WORDS_PER_PARAGRAPH)}.`)
  const content = paragraphs.map((text) => ({ type: 'paragraph', children: [{ text }] }))
  return {
    id,
    author: 1 + (id % AUTHORS),
    title: `The ${words(4)} ${id}`,
    excerpt: words(30),
    paragraphs,
    content,
    content_hash: hash('sha256', JSON.stringify(content)),
    tags: [...new Set([1, 2 + (id % (TAGS - 1)), 2 + ((id * 7) % (TAGS - 1))])],
  }
}

/** A word that looks like one, from its number. */
export function wordOf(number: number): string {
  let word = ''
  for (let rest = number + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length]
  return word
}

const pick = (from: readonly string[], random: () => number) => from[Math.floor(random() * from.length)]
