import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseHtml, pasteProblems, randomHtml } from './paste/testing.ts'

test('whatever the HTML, what is seen is kept and nothing unsafe is', () => {
  fc.assert(
    fc.property(fc.array(randomHtml, { maxLength: 5 }), (parts) => {
      expect(pasteProblems(parseHtml(parts.join('')))).toEqual([])
    }),
    { numRuns: 150 },
  )
}, 60_000)
