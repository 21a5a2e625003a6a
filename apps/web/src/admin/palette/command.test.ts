import { expect, test } from 'vitest'
import { matches } from './command.ts'

test('finds a text by the beginnings of its words, in any order and case', () => {
  expect(matches('The Night Ferry', 'fer NIG')).toBe(true)
})

test('does not find a text by the inside of a word', () => {
  expect(matches('The Night Ferry', 'erry')).toBe(false)
})

test('finds only texts that have every word', () => {
  expect(matches('The Night Ferry', 'night train')).toBe(false)
})

test('knows the letters of every language', () => {
  expect(matches('Ein Bär in Zürich', 'zür')).toBe(true)
})

test('finds everything by nothing', () => {
  expect(matches('The Night Ferry', ' ')).toBe(true)
})
