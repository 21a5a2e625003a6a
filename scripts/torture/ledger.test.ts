import { expect, test } from 'vitest'
import { findLosses, type Save } from './ledger.ts'

const first = { version_number: 1, content: text('The first text') }
const second = { version_number: 2, content: text('second') }
const third = { version_number: 3, content: text('third') }
const saved = (name: string, version: number | null): Save => ({ content: text(name), version })

test('nothing is lost when every acknowledged save is stored as sent', () => {
  const saves = [saved('second', 2), saved('third', 3), saved('never arrived', null)]

  expect(findLosses(saves, [third, second, first], third)).toEqual([])
})

test('a stored save without an acknowledgement is no loss', () => {
  const saves = [saved('second', 2), saved('third', null)]

  expect(findLosses(saves, [third, second, first], third)).toEqual([])
})

test.each([
  ['gone', [second, first]],
  ['another text', [{ ...third, content: text('other') }, second, first]],
])('an acknowledged save that is %s is a loss', (_, versions) => {
  const losses = findLosses([saved('second', 2), saved('third', 3)], versions, versions[0] ?? first)

  expect(losses).toContain('version 3 was acknowledged and is not in the history as it was sent')
})

test('one save that became two versions is found', () => {
  const twice = { ...third, content: second.content }

  const losses = findLosses([saved('second', 2)], [twice, second, first], twice)

  expect(losses).toEqual(['version 3 was never sent, or is there twice'])
})

test('a current text that is not the last version is found', () => {
  const losses = findLosses([saved('second', 2), saved('third', 3)], [third, second, first], second)

  expect(losses).toEqual(['the current text is version 2, not 3'])
})

function text(words: string) {
  return [{ type: 'paragraph', children: [{ text: words }] }]
}
