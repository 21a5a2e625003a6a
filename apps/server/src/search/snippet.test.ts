import { expect, test } from 'vitest'
import { hitsBeginningWith, hitsOf, piecesOf, queryWords, snippetOf } from './words.ts'

/** Hits in brackets. */
const seen = (text: string, query: string) =>
  snippetOf(text, hitsBeginningWith(text, queryWords(query)))
    .map((piece) => (piece.is_hit ? `[${piece.text}]` : piece.text))
    .join('')

test('words with the same beginning are hits, in any case', () => {
  expect(seen('The Ferryman sails. No ferry, no fee!', 'FERRY fe')).toBe(
    'The [Ferryman] sails. No [ferry], no [fee]!',
  )
})

test('characters between the words of a query are ignored', () => {
  expect(queryWords(`'ferry':* & !(night) | ferry <-> \\ ü9`)).toEqual(['ferry', 'night', 'ü9'])
  expect(queryWords('!?')).toEqual([])
})

test('words are hits only as a whole, but in Chinese and Japanese anywhere', () => {
  const text = 'Rain, trains and RAIN. 恒星間旅行の記録'

  const pieces = piecesOf(text, hitsOf(text, ['rain', '旅行']))

  expect(pieces.filter(({ is_hit }) => is_hit).map((piece) => piece.text)).toEqual(['Rain', 'RAIN', '旅行'])
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
})

test('a long text is shown around its first hit, between words', () => {
  const long = `${'before '.repeat(50)}ferry ${'after '.repeat(100)}`

  const snippet = seen(long, 'ferry')

  expect(snippet).toMatch(/^…(before )+\[ferry\] (after ?)+…$/)
  expect(snippet.length).toBeLessThan(300)
})

test('a long text without a space is shown too', () => {
  expect(seen(`${'海'.repeat(400)}`, '海')).toMatch(/^海+…$/)
})

test('no letter of two UTF-16 units is cut in half, where a text has no spaces', () => {
  for (const odd of ['', '海'])
    expect(seen(`${odd}${'𠮷'.repeat(200)}海${'𠮷'.repeat(200)}`, '海').isWellFormed()).toBe(true)
})

test('eight words of a very long query are marked', () => {
  const words = Array.from({ length: 28 }, (_, index) => `word${String.fromCodePoint(97 + index)}`)

  expect(hitsBeginningWith(words.join(' '), words)).toHaveLength(8)
})

test('no hit far from the first is searched for: no snippet shows it', () => {
  expect(hitsOf(`ferry ${'night '.repeat(1_000)}ferry`, ['ferry'])).toEqual([{ index: 0, length: 5 }])
})
