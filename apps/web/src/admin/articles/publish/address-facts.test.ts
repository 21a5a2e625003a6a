import { expect, test } from 'vitest'
import { linkFacts } from './address-facts.ts'

const url = 'http://a.example/'
const link = { url, host: 'a.example', state: 'works', status: 200, location: null } as const
const factsOf = (found: object) => linkFacts([{ ...link, ...found }])

test.each([
  [{ state: 'failed', status: 404 }, { type: 'missing' }],
  [{ state: 'dead', status: 410 }, { type: 'missing' }],
  [{ state: 'dead', status: 503 }, { type: 'unreachable' }],
  [{ state: 'dead', status: null }, { type: 'unreachable' }],
  [
    { state: 'moved', location: 'https://a.example/' },
    { type: 'moved', location: 'https://a.example/' },
  ],
])('%o is %o', (found, fact) => {
  expect(factsOf(found)).toEqual({ facts: new Map([[url, fact]]), unknown: [] })
})

test.each([
  { state: 'failed', status: 503 },
  { state: 'failed', status: null },
  { state: 'refused', status: 403 },
  { state: 'unchecked', status: null },
])('%o proves nothing, and its site is named', (found) => {
  expect(factsOf(found)).toEqual({ facts: new Map(), unknown: ['a.example'] })
})

test('a link that works has no facts, and one of this site is not asked', () => {
  expect(factsOf({})).toEqual({ facts: new Map(), unknown: [] })
  expect(factsOf({ host: null, state: 'unchecked', status: null })).toEqual({ facts: new Map(), unknown: [] })
})
