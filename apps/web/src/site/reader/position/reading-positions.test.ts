import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import {
  findBlock,
  forgetPosition,
  type ReadingPosition,
  readPosition,
  savePosition,
} from './reading-positions.ts'

const kept = new Map<string, string>()
// The browser's, which Node has not.
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
})
beforeEach(() => kept.clear())
afterAll(() => void vi.unstubAllGlobals())

const place = (changes: Partial<ReadingPosition> = {}): ReadingPosition => ({
  article: '7',
  block: 2,
  part: 0.5,
  text: 'C',
  ...changes,
})
/** As much of an element as is looked at. */
const blocks = (...texts: string[]) => texts.map((textContent) => ({ textContent }) as Element)

test('a story has one place, the last one', () => {
  savePosition(place())
  savePosition(place({ block: 4 }))
  expect(readPosition('7')).toEqual(place({ block: 4 }))
  forgetPosition('7')
  expect(readPosition('7')).toBeUndefined()
  expect(kept.size).toBe(0)
})

test('of many stories, the one left longest ago is forgotten', () => {
  for (let article = 1; article <= 31; article++) savePosition(place({ article: String(article) }))
  expect(readPosition('1')).toBeUndefined()
  expect(readPosition('2')).toBeDefined()
})

test.each(['', 'x', '{}', '[null, 7, {"article":"7"}]', '[{"article":"7","block":1,"part":2,"text":""}]'])(
  'what nobody but us would have written is no place: %s',
  (text) => {
    kept.set('reading_places', text)
    expect(readPosition('7')).toBeUndefined()
    savePosition(place())
    expect(readPosition('7')).toEqual(place())
  },
)

test('a block is known by how it begins, wherever it has gone', () => {
  const edited = blocks('New', 'A', 'B', 'C', 'D')
  expect(findBlock(edited, place())).toBe(edited[3])
})

test('of blocks that begin alike, the nearest is meant', () => {
  const alike = blocks('C', 'x', 'y', 'C', 'z', 'C')
  expect(findBlock(alike, place())).toBe(alike[3])
})

test('a block that was rewritten is where it was, or the last one', () => {
  const rewritten = blocks('A', 'B', 'other')
  expect(findBlock(rewritten, place())).toBe(rewritten[2])
  expect(findBlock(rewritten, place({ block: 9 }))).toBe(rewritten[2])
})
