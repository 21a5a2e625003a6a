import type { Block } from '@nightdesk/contracts'
import fc from 'fast-check'
import type { TextRange } from './anchor.ts'
import { anchorText } from './anchor-text.ts'

/** A character that knows where it was first written. A pasted character has the source of the copied one. */
interface Character {
  letter: string
  source: number
  isCopy: boolean
}

type Paragraph = readonly Character[]

/** A story whose characters have an identity, so that a test knows where words really are. */
export type Story = readonly Paragraph[]

const VOCABULARY =
  'the a lamp ferry night of water and he she said turned slowly back to old harbour light'.split(' ')
const words = (max: number) =>
  fc.array(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: max }).map((list) => list.join(' '))

/** Not shrunk: among equal words, no place is certain. */
export const stories = fc.noShrink(fc.array(words(80), { minLength: 6, maxLength: 12 }))

let lastSource = 0
const write = (text: string): Character[] =>
  [...text].map((letter) => ({ letter, source: ++lastSource, isCopy: false }))

export const writeStory = (paragraphs: readonly string[]): Story => paragraphs.map(write)

/** A position as a part of the whole, so that it fits every story. */
export const part = fc.integer({ min: 0, max: 9999 }).map((number) => number / 10_000)

export const edits = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.record({ kind: fc.constant('insert' as const), at: part, words: fc.noShrink(words(4)) }),
  },
  {
    weight: 20,
    arbitrary: fc.record({ kind: fc.constant('delete' as const), at: part, length: fc.nat(40) }),
  },
  { weight: 20, arbitrary: fc.record({ kind: fc.constant('split' as const), at: part }) },
  { weight: 20, arbitrary: fc.record({ kind: fc.constant('join' as const), at: part }) },
  { weight: 20, arbitrary: fc.record({ kind: fc.constant('move' as const), at: part, to: part }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('duplicate' as const), at: part, to: part }) },
  {
    weight: 20,
    arbitrary: fc.record({ kind: fc.constant('paste' as const), at: part, to: part, length: fc.nat(200) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete the quote' as const) }) },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('paste the quote' as const), to: part }) },
)
type Edit = typeof edits extends fc.Arbitrary<infer E> ? E : never

/** Applies an edit. `own` are the sources of the quote of a note. */
export function apply(story: Story, edit: Edit, own: ReadonlySet<number>): Story {
  const characters = story.flat()
  if ((edit.kind === 'delete' || edit.kind === 'delete the quote') && characters.length < 200)
    return [...story, write('he said and turned back to the old ferry slowly')]
  switch (edit.kind) {
    case 'insert':
      return insertAt(story, edit.at, write(` ${edit.words} `))
    case 'delete': {
      const start = Math.floor(edit.at * characters.length)
      const deleted = new Set(characters.slice(start, start + edit.length))
      return remove(story, (character) => deleted.has(character))
    }
    case 'delete the quote':
      return remove(story, ({ source, isCopy }) => own.has(source) && !isCopy)
    case 'split':
      return splitAt(story, edit.at)
    case 'join':
      return joinAt(story, edit.at)
    case 'move': {
      const [moved, rest] = takeOut(story, edit.at)
      const to = Math.floor(edit.to * (rest.length + 1))
      return [...rest.slice(0, to), moved, ...rest.slice(to)]
    }
    case 'duplicate': {
      const [paragraph] = takeOut(story, edit.at)
      const to = Math.floor(edit.to * (story.length + 1))
      return [...story.slice(0, to), copy(paragraph), ...story.slice(to)]
    }
    case 'paste': {
      const start = Math.floor(edit.at * characters.length)
      return insertAt(story, edit.to, copy(characters.slice(start, start + edit.length)))
    }
    case 'paste the quote':
      return insertAt(story, edit.to, [
        ...write(' '),
        ...copy(characters.filter(({ source, isCopy }) => own.has(source) && !isCopy)),
        ...write(' '),
      ])
  }
}

const copy = (characters: Paragraph): Character[] =>
  characters.map((character) => ({ ...character, isCopy: true }))

const remove = (story: Story, isGone: (character: Character) => boolean): Story =>
  story.map((paragraph) => paragraph.filter((character) => !isGone(character)))

function placeOf(story: Story, at: number): { index: number; offset: number } {
  let offset = Math.floor(at * story.flat().length)
  let index = 0
  for (; index < story.length - 1; index++) {
    const { length } = story[index] ?? []
    if (offset <= length) break
    offset -= length
  }
  return { index, offset }
}

function insertAt(story: Story, at: number, inserted: Paragraph): Story {
  const { index, offset } = placeOf(story, at)
  return story.map((paragraph, i) =>
    i === index ? [...paragraph.slice(0, offset), ...inserted, ...paragraph.slice(offset)] : paragraph,
  )
}

function splitAt(story: Story, at: number): Story {
  const { index, offset } = placeOf(story, at)
  return story.flatMap((paragraph, i) =>
    i === index ? [paragraph.slice(0, offset), paragraph.slice(offset)] : [paragraph],
  )
}

function joinAt(story: Story, at: number): Story {
  const index = Math.floor(at * (story.length - 1))
  const joined = [...(story[index] ?? []), ...(story[index + 1] ?? [])]
  return story.length < 2 ? story : [...story.slice(0, index), joined, ...story.slice(index + 2)]
}

function takeOut(story: Story, at: number): [Paragraph, Story] {
  const index = Math.floor(at * story.length)
  return [story[index] ?? [], story.filter((_, i) => i !== index)]
}

const blocksOf = (story: Story): Block[] =>
  story.map((paragraph) => ({
    type: 'paragraph',
    children: [{ text: paragraph.map(({ letter }) => letter).join('') }],
  }))

/** The text in which notes are anchored, with the character at each position; blanks have none. */
export function readStory(story: Story) {
  const text = anchorText(blocksOf(story))
  const letters = story.flat().filter(({ letter }) => letter !== ' ')
  let next = 0
  const characters = [...text].map((letter) => (letter === ' ' ? undefined : letters[next++]))
  return {
    text,
    at: ({ start, end }: TextRange) => characters.slice(start, end).filter((c) => c !== undefined),
  }
}
