import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import {
  findBlock,
  forgetPosition,
  type ReadingPosition,
  readPosition,
  savePosition,
} from './reading-position.ts'

const stored = new Map<string, string>()
// Node has no localStorage.
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})
beforeEach(() => stored.clear())
afterAll(() => void vi.unstubAllGlobals())

const position = (changes: Partial<ReadingPosition> = {}): ReadingPosition => ({
  article: '7',
  block: 2,
  part: 0.5,
  text: 'C',
  ...changes,
})
/** Only the property of elements that is read. */
const blocks = (...texts: string[]) => texts.map((textContent) => ({ textContent }) as Element)

test('a story has one position, the last one', () => {
  savePosition(position())
  savePosition(position({ block: 4 }))
  expect(readPosition('7')).toEqual(position({ block: 4 }))
  forgetPosition('7')
  expect(readPosition('7')).toBeUndefined()
  expect(stored.size).toBe(0)
})

test('of many stories, the position read longest ago is dropped', () => {
  for (let article = 1; article <= 31; article++) savePosition(position({ article: String(article) }))
  expect(readPosition('1')).toBeUndefined()
  expect(readPosition('2')).toBeDefined()
})

test.each(['', 'x', '{}', '[null, 7, {"article":"7"}]', '[{"article":"7","block":1,"part":2,"text":""}]'])(
  'a foreign value in storage is ignored: %s',
  (text) => {
    stored.set('reading_places', text)
    expect(readPosition('7')).toBeUndefined()
    savePosition(position())
    expect(readPosition('7')).toEqual(position())
  },
)

test('a block is found by its beginning at any index', () => {
  const edited = blocks('New', 'A', 'B', 'C', 'D')
  expect(findBlock(edited, position())).toBe(edited[3])
})

test('of blocks with the same beginning, the nearest is found', () => {
  const alike = blocks('C', 'x', 'y', 'C', 'z', 'C')
  expect(findBlock(alike, position())).toBe(alike[3])
})

test('a rewritten block is found at its index, or else the last block', () => {
  const rewritten = blocks('A', 'B', 'other')
  expect(findBlock(rewritten, position())).toBe(rewritten[2])
  expect(findBlock(rewritten, position({ block: 9 }))).toBe(rewritten[2])
})
