import type { Block } from '@nightdesk/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Anchor,
  anchorText,
  compareTexts,
  describeRange,
  findAnchor,
  followAnchor,
  type Placed,
  type TextRange,
} from './anchors.ts'

const STORY =
  'The ferry leaves at dusk and nobody waits for it. She lit the lamp and set it in the window, as she had ' +
  'done each night since the war. Far out on the water somebody answered with a lamp of their own, twice.'

const anchorOf = (quote: string, text = STORY): Anchor => {
  const start = text.indexOf(quote)
  return describeRange(text, { start, end: start + quote.length })
}
const found = (text: string, anchor: Anchor) => {
  const range = findAnchor(text, anchor)
  return range && text.slice(range.start - 8, range.end + 8)
}

test('the text of a story is one line, without captions, footnotes and scene breaks, also those in quotes', () => {
  const image: Block = { type: 'image', url: '/a.png', caption: 'A ferry', children: [{ text: '' }] }
  const quoted = ['Two', '***', 'three'].map((text): Block => ({ type: 'paragraph', children: [{ text }] }))
  const blocks: Block[] = [
    image,
    {
      type: 'paragraph',
      children: [{ text: 'The  ferry\nleaves ' }, { text: 'now', bold: true }, { text: '.' }],
    },
    { type: 'paragraph', children: [{ text: '***' }] },
    { type: 'footnote', note: 'a', children: [{ text: 'See there.' }] },
    { type: 'bulleted-list', children: [{ type: 'list-item', children: [{ text: 'One' }] }] },
    { type: 'block-quote', children: [...quoted, image] },
  ]
  expect(anchorText(blocks)).toBe('The ferry leaves now. One Two three')
})

test('of equal words, those with the same text around them are the place', () => {
  expect(found(STORY, anchorOf('the lamp'))).toBe('She lit the lamp and set')
  expect(found(STORY, describeRange(STORY, { start: 181, end: 185 }))).toBe(' with a lamp of thei')
})

test('one unchanged side is enough', () => {
  const anchor = anchorOf('the lamp')
  expect(found(STORY.replace('She lit', 'He had lit'), anchor)).toBe('had lit the lamp and set')
  expect(found(STORY.replace('and set it', 'and put it'), anchor)).toBe('She lit the lamp and put')
})

test('the same words in other surroundings are not the place', () => {
  const elsewhere = STORY.replace('She lit the lamp and', 'She').concat(' He dropped the lamp and ran.')
  expect(findAnchor(elsewhere, anchorOf('the lamp'))).toBeUndefined()
})

test('changed words are gone', () => {
  expect(findAnchor(STORY.replace('the lamp', 'the red lamp'), anchorOf('the lamp'))).toBeUndefined()
})

test('two places that are equally certain are none', () => {
  const twice = `${STORY} Then silence. ${STORY}`
  expect(findAnchor(twice, anchorOf('as she had done'))).toBeUndefined()
})

test('of hundreds of equal letters only one with all of its surroundings is the place', () => {
  const text = `${'Nobody waves. '.repeat(500)}${STORY}`
  const start = text.indexOf('y leaves')
  const anchor = describeRange(text, { start, end: start + 1 })
  expect(findAnchor(text, anchor)).toEqual({ start, end: start + 1 })
  expect(findAnchor(text, { ...anchor, prefix: 'The' })).toBeUndefined()
})

test('a long quote moves with its paragraph', () => {
  const [first = '', second = '', third = ''] = STORY.split(/(?<=\.) /)
  const anchor = anchorOf(second)
  expect(found(`${first} ${third} ${second}`, anchor)).toContain(second)
})

test('words that were deleted come back with an undo', () => {
  const anchor = anchorOf('the lamp')
  const deleted = STORY.replace(' the lamp', '')
  const gone = followAnchor(compareTexts(STORY, deleted), { anchor, range: findAnchor(STORY, anchor) })
  expect(gone.range).toBeUndefined()

  expect(followAnchor(compareTexts(deleted, STORY), gone).range).toEqual(findAnchor(STORY, anchor))
})

test('a sentence that is pasted elsewhere does not take over the note of the deleted one', () => {
  const anchor = anchorOf('the lamp')
  const pasted = `${STORY} She lit the lamp and set it in the window.`
  const both = followAnchor(compareTexts(STORY, pasted), { anchor, range: findAnchor(STORY, anchor) })
  const deleted = pasted.replace('She lit the lamp and set it in the window, as', 'As')

  expect(both.range).toEqual(findAnchor(STORY, anchor))
  expect(followAnchor(compareTexts(pasted, deleted), both).range).toBeUndefined()
})

test('half a surrogate pair is not part of an anchor', () => {
  const text = `${'🌙'.repeat(40)} word ${'🌙'.repeat(40)}`
  const { prefix, suffix } = anchorOf('word', text)
  expect([prefix.isWellFormed(), suffix.isWellFormed()]).toEqual([true, true])
  expect(found(text, { quote: 'word', prefix, suffix })).toContain('word')
  // A long selection is cut where its blanks or its length end.
  const cut = describeRange(`海${text}`, { start: 0, end: 80 })
  expect(cut.quote).toBe(`海${'🌙'.repeat(39)}`)
  expect(findAnchor(`海${text}`, cut)).toEqual({ start: 0, end: 79 })
})

/** A character that knows where it was first written. A pasted character has the source of the copied one. */
interface Character {
  letter: string
  source: number
  isCopy: boolean
}

type Paragraph = readonly Character[]

/** A story whose characters have an identity, so that a test knows where words really are. */
type Story = readonly Paragraph[]

const VOCABULARY =
  'the a lamp ferry night of water and he she said turned slowly back to old harbour light'.split(' ')
const words = (max: number) =>
  fc.array(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: max }).map((list) => list.join(' '))

/** Not shrunk: among equal words, no place is certain. */
const stories = fc.noShrink(fc.array(words(80), { minLength: 6, maxLength: 12 }))

let lastSource = 0
const write = (text: string): Character[] =>
  [...text].map((letter) => ({ letter, source: ++lastSource, isCopy: false }))

const writeStory = (paragraphs: readonly string[]): Story => paragraphs.map(write)

/** A position as a part of the whole, so that it fits every story. */
const part = fc.integer({ min: 0, max: 9999 }).map((number) => number / 10_000)

const edits = fc.oneof(
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
function apply(story: Story, edit: Edit, own: ReadonlySet<number>): Story {
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
function readStory(story: Story) {
  const text = anchorText(blocksOf(story))
  const letters = story.flat().filter(({ letter }) => letter !== ' ')
  let next = 0
  const characters = [...text].map((letter) => (letter === ' ' ? undefined : letters[next++]))
  return {
    text,
    at: ({ start, end }: TextRange) => characters.slice(start, end).filter((c) => c !== undefined),
  }
}

const EDITS = 200
const scripts = fc.record({
  paragraphs: stories,
  at: part,
  words: fc.integer({ min: 1, max: 12 }),
  script: fc.array(edits, { minLength: EDITS, maxLength: EDITS }),
  /** After how many edits the text is saved. */
  pauses: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: EDITS, maxLength: EDITS }),
})

/** A range of whole words. */
function rangeAt(text: string, at: number, words: number): TextRange {
  const starts = [...text.matchAll(/\S+/g)].map(({ index }) => index)
  const first = Math.floor(at * starts.length)
  const start = starts[first] ?? 0
  return { start, end: (starts[first + words] ?? text.length + 1) - 1 }
}

type Script = typeof scripts extends fc.Arbitrary<infer S> ? S : never

/** Plays a script, and checks after each step that a note is at its own words or gone. @returns steps with a place */
function play({ paragraphs, at, words, script }: Script, isSaved: (edit: number) => boolean): number {
  let story = writeStory(paragraphs)
  let shown = readStory(story)
  const range = rangeAt(shown.text, at, words)
  const sources = shown.at(range).map(({ source }) => source)
  const own = new Set(sources)
  let note: Placed = { anchor: describeRange(shown.text, range), range }
  let around = lettersAround(shown, range)
  let placed = 0
  for (const [index, edit] of script.entries()) {
    story = apply(story, edit, own)
    if (!isSaved(index)) continue
    const next = readStory(story)
    note = followAnchor(compareTexts(shown.text, next.text), note)
    // A place is read again from what is stored, as when the text is opened.
    if (note.range) note = { anchor: note.anchor, range: findAnchor(next.text, note.anchor) }
    shown = next
    if (!note.range) continue
    placed++
    expect(shown.text.slice(note.range.start, note.range.end)).toBe(note.anchor.quote)
    const found = shown.at(note.range)
    const isOwn = found.every(({ source, isCopy }) => own.has(source) && !isCopy)
    const isPartlyOwn = found.some(({ source }) => own.has(source))
    const now = lettersAround(shown, note.range)
    // Pasted together with the text around them, or typed again there, words are the same passage.
    const isSamePassage = isEqual(now.before, around.before) || isEqual(now.after, around.after)
    expect(isOwn || isSamePassage || (isPartlyOwn && !isTogether(story, sources))).toBe(true)
    around = now
  }
  return placed
}

/** The letters next to a range on both sides, by their sources. */
function lettersAround({ at, text }: ReturnType<typeof readStory>, { start, end }: TextRange) {
  const sourcesOf = (range: TextRange) => at(range).map(({ source }) => source)
  return {
    before: sourcesOf({ start: 0, end: start }).slice(-NEAR),
    after: sourcesOf({ start: end, end: text.length }).slice(0, NEAR),
  }
}

/** Letters, without blanks. */
const NEAR = 20

const isEqual = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((source, i) => source === other[i])

/** Whether all characters are there, next to each other but for blanks. */
function isTogether(story: Story, sources: readonly number[]): boolean {
  const letters = story.flat().filter(({ letter }) => letter !== ' ')
  const start = letters.findIndex(({ source, isCopy }) => source === sources[0] && !isCopy)
  const isNext = (source: number, i: number) =>
    letters[start + i]?.source === source && !letters[start + i]?.isCopy
  return start >= 0 && sources.every(isNext)
}

/** Plays the same random scripts every time, as the steps with a place differ widely; saving after the edits of this set. @returns steps with a place */
function playAll(saves: (script: Script) => (edit: number) => boolean): number {
  let placed = 0
  const check = fc.property(scripts, (script) => {
    placed += play(script, saves(script))
  })
  fc.assert(check, { numRuns: 25, seed: 5 })
  return placed
}

function afterPauses({ pauses }: Script) {
  const saves = new Set<number>()
  let edit = 0
  for (const pause of pauses) {
    edit += pause
    saves.add(edit)
  }
  return (index: number) => saves.has(index)
}

describe('of 200 random edits, each leaves a note at its words, or gone, and never at others', () => {
  test('when the text is read after each edit', () => {
    expect(playAll(() => () => true)).toBeGreaterThan(100)
  })

  test('when the text is read after several edits', () => {
    expect(playAll(afterPauses)).toBeGreaterThan(10)
  })
})
