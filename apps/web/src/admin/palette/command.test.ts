import { expect, it } from 'vitest'
import { matches } from './command.ts'

it('finds a text by the beginnings of its words, in any order and case', () => {
  expect(matches('The Night Ferry', 'fer NIG')).toBe(true)
})

it('does not find a text by the inside of a word', () => {
  expect(matches('The Night Ferry', 'erry')).toBe(false)
})

it('finds only texts that have every word', () => {
  expect(matches('The Night Ferry', 'night train')).toBe(false)
})

it('knows the letters of every language', () => {
  expect(matches('Ein Bär in Zürich', 'zür')).toBe(true)
})

it('finds everything by nothing', () => {
  expect(matches('The Night Ferry', ' ')).toBe(true)
})
