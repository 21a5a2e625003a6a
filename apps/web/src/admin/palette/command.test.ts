import { expect, test } from 'vitest'
import { paths } from '../../paths.ts'
import { findCommands, matches, screenKeywords } from './command.ts'

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

const screens = Object.values(paths.admin).flatMap((path) =>
  typeof path === 'string' ? [{ id: path, label: '', icon: 'import' as const, run() {} }] : [],
)
const commands = screens.map((screen) => ({ ...screen, keywords: screenKeywords(screen.id) }))

test.each([
  ['WordPress', [paths.admin.imports]],
  ['ghost', [paths.admin.imports]],
  ['substack', [paths.admin.imports]],
  ['medium', [paths.admin.imports]],
  ['docx', [paths.admin.imports]],
  ['move in', [paths.admin.imports]],
  ['move out', [paths.admin.exports]],
  ['download', [paths.admin.exports]],
  ['epub', [paths.admin.imports, paths.admin.exports]],
  ['backup', [paths.admin.settings]],
  ['system status', [paths.admin.settings]],
  ['404', [paths.admin.redirects]],
])('“%s” finds the screen', (query, found) => {
  expect(
    findCommands(commands, query)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(found.toSorted())
})
