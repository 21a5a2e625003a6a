import { expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { findCommands } from './palette/command.ts'
import { screenKeywords } from './screens.ts'

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
