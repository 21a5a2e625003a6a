import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeRange, type TextRange } from './anchor.ts'
import { findAnchor } from './find.ts'
import { compareTexts, followAnchor, type Placed } from './follow.ts'
import { apply, edits, part, readStory, type Story, stories, writeStory } from './testing.ts'

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

/** Plays random scripts, saving after the edits of this set. @returns steps with a place */
function playAll(saves: (script: Script) => (edit: number) => boolean): number {
  let placed = 0
  const check = fc.property(scripts, (script) => {
    placed += play(script, saves(script))
  })
  fc.assert(check, { numRuns: 25 })
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
