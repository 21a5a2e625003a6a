import { expect, test } from 'vitest'
import { describeLife } from './passages.tsx'

test.each([
  ['Lived from version 2 to version 7; cut in version 8', 2, 7, false],
  ['Lived in version 3; cut in version 4', 3, 3, false],
  ['In the text since version 1', 1, 9, true],
])('%s', (description, first_version, last_version, is_current) => {
  expect(describeLife({ first_version, last_version, is_current })).toBe(description)
})
