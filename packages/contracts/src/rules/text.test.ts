import { expect, test } from 'vitest'
import { cutTo, legalInXml } from './text.ts'

test.each([
  ['control characters', 'a\0b\u0008c\u000bd\u001fe', 'abcde'],
  ['what is no character', 'a\ufffeb\uffffc', 'abc'],
  ['half a character', 'a\ud83d b \udcaec', 'a b c'],
])('%s cannot stand in XML', (_, text, legal) => {
  expect(legalInXml(text)).toBe(legal)
})

test('everything else stays', () => {
  const text = 'a\tb\nc\rd 🪐 \u2028 \u0085 <&> \u{10ffff}'
  expect(legalInXml(text)).toBe(text)
})

test.each([
  ['ab', 'ab'],
  ['abcd', 'abc'],
  ['🪐🪐🪐', '🪐🪐🪐'],
  ['a🪐🪐🪐', 'a🪐🪐'],
  ['🪐🪐🪐🪐', '🪐🪐🪐'],
])('%s cut to three code points is %s', (text, cut) => {
  expect(cutTo(text, 3)).toBe(cut)
})
