import { expect, test } from 'vitest'
import { sentenceAt } from './sentences.ts'

const at = (text: string) => {
  const offset = text.indexOf('|')
  const plain = text.replace('|', '')
  return plain.slice(...sentenceAt(plain, offset))
}

test.each([
  ['The fer|ry leaves. Nobody waves.', 'The ferry leaves.'],
  ['The ferry leaves.| Nobody waves.', 'The ferry leaves.'],
  ['The ferry leaves. |Nobody waves.', 'Nobody waves.'],
  ['The ferry leaves. Nobody waves.|', 'Nobody waves.'],
  ['“Stop!” she |said. Nobody did.', '“Stop!” she said.'],
  ['“Sto|p!” she said. Nobody did.', '“Stop!” she said.'],
  ['Then Mrs. Amadi |waved. Dusk.', 'Then Mrs. Amadi waved.'],
  ['The ferry\nleaves |at dusk. Rain.', 'The ferry\nleaves at dusk.'],
  ['|', ''],
])('the sentence at the caret of %j is %j', (text, sentence) => {
  expect(at(text)).toBe(sentence)
})
