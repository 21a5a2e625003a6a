import { expect, test } from 'vitest'
import { matches } from './command.ts'

test('finds a text by prefixes of its words, in any order and case', () => {
  expect(matches('The Night Ferry', 'fer NIG')).toBe(true)
})

test('does not match inside of a word', () => {
  expect(matches('The Night Ferry', 'erry')).toBe(false)
})

test('requires every word of the query', () => {
  expect(matches('The Night Ferry', 'night train')).toBe(false)
})

test('supports letters of all languages', () => {
  expect(matches('Ein Bär in Zürich', 'zür')).toBe(true)
})

test('matches nothing for signs only, which the server may find in a title', () => {
  expect(matches('The Night Ferry', '🦊')).toBe(false)
})

test('matches everything for an empty query', () => {
  expect(matches('The Night Ferry', ' ')).toBe(true)
})
