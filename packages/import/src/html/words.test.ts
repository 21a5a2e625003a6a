import { blocksFromHtml } from '@nightdesk/editor/paste'
import { expect, test } from 'vitest'
import { parseHtml } from './parse.ts'
import { compareWords, readingsOf } from './words.ts'

const compare = (original: string, converted: string) =>
  compareWords(readingsOf(parseHtml(original)), blocksFromHtml(parseHtml(converted)).blocks)

test.each([
  ['a lost word', '<p>One two two</p>', '<p>One two</p>', ['two']],
  ['two words joined', '<p>One</p><p>two</p>', '<p>Onetwo</p>', ['One', 'two']],
  ['a word cut in two', '<p>light<b>house</b></p>', '<p>light house</p>', ['lighthouse']],
])('%s is found', (_name, original, converted, missing) => {
  expect(compare(original, converted).missing).toEqual(missing)
})

test('scripts, hidden texts and the signs of notes are no words', () => {
  const html =
    '<p>A lamp<sup><a href="#n1">1</a></sup></p><script>x()</script><p hidden>old</p><iframe>frame</iframe>'

  expect(compare(html, '<p>A lamp</p>')).toEqual({ original: 2, imported: 2, missing: [] })
})
