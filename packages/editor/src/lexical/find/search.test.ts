import { describe, expect, test } from 'vitest'
import { createSearch, type Query } from './search.ts'

const found = (query: string, text: string, options: Partial<Query> = {}) =>
  createSearch({ text: query, isExact: false, isWholeWords: false, ...options })(text).map(({ start, end }) =>
    text.slice(start, end),
  )

describe('without a match of case', () => {
  test.each([
    ['ferry', 'Ferry FERRY ferry', ['Ferry', 'FERRY', 'ferry']],
    ['ΣΟΦΟΣ', 'σοφος σοφοσ', ['σοφος', 'σοφοσ']],
    ['straße', 'STRAẞE Straße STRASSE', ['STRAẞE', 'Straße']],
    ['ss', 'Maße Masse', ['ss']],
    ['istanbul', 'İstanbul Istanbul ıstanbul', ['İstanbul', 'Istanbul']],
    ['ISTANBUL', 'İstanbul istanbul ıstanbul', ['istanbul', 'ıstanbul']],
    ['sıkıntı', 'SIKINTI sikinti', ['SIKINTI']],
    ["don't", 'Don’t don‘t don"t', ['Don’t', 'don‘t']],
    ['"a"', '“A”', ['“A”']],
    ['“a’s”', '"A\'s" “a’s” ”a’s“', ['"A\'s"', '“a’s”']],
    ['10 km', '10\u00A0km, 10\u202Fkm', ['10\u00A0km', '10\u202Fkm']],
    ['10\u00A0km', '10 km, 10\u202Fkm', ['10 km', '10\u202Fkm']],
    ['𐐀', '𐐨', ['𐐨']],
  ])('%j in %j is found as %j', (query, text, expected) => {
    expect(found(query, text)).toEqual(expected)
  })
})

describe('an exact match', () => {
  test.each([
    ['Ferry', 'Ferry ferry', ['Ferry']],
    ["'", "’ '", ["'"]],
    ['a b', 'a\u00A0b a b', ['a b']],
  ])('%j in %j is found as %j', (query, text, expected) => {
    expect(found(query, text, { isExact: true })).toEqual(expected)
  })
})

describe('letters', () => {
  const [composed, decomposed] = ['résumé', 'résumé'.normalize('NFD')]

  test('are equal in both encodings, with and without a match of case', () => {
    for (const isExact of [false, true]) {
      expect(found(composed, `x ${decomposed} ${composed}`, { isExact })).toEqual([decomposed, composed])
      expect(found(decomposed, `x ${decomposed} ${composed}`, { isExact })).toEqual([decomposed, composed])
    }
  })

  test('with other diacritics are other letters', () => {
    expect(found('resume', `${decomposed} ${composed}`)).toEqual([])
    expect(found('e', decomposed)).toEqual([])
  })

  test('are whole: a person is not found in an astronaut', () => {
    expect(found('👩', '👩‍🚀 👩🏽 👩')).toEqual(['👩'])
    expect(found('🚀', '👩‍🚀')).toEqual([])
  })
})

describe('whole words', () => {
  test.each([
    ['lamp', 'lamp lamps Lamp’s (lamp) clamp lamp_1 lamp', ['lamp', 'Lamp', 'lamp', 'lamp']],
    ['été', 'été étés', ['été']],
    ['e', 'e\u0301', []],
  ])('%j in %j is found as %j', (query, text, expected) => {
    expect(found(query, text, { isWholeWords: true })).toEqual(expected)
  })
})

test('a space between words equals a soft line break, and a space at the edge does not', () => {
  expect(found('at dusk', 'at\ndusk')).toEqual(['at\ndusk'])
  expect(found('at ', 'at\ndusk')).toEqual([])
})

test('signs of patterns are only signs', () => {
  expect(found('(a+b)*[c]\\', '(a+b)*[c]\\')).toEqual(['(a+b)*[c]\\'])
  expect(found('-', 'a-b')).toEqual(['-'])
})

test('an empty query finds nothing', () => {
  expect(found('', 'a')).toEqual([])
})
