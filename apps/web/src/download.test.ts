import { expect, test } from 'vitest'
import { toCsv } from './download.ts'

test.each([
  ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['A "quoted", long\ntitle', `"A ""quoted"", long\ntitle"`],
  ['2026-11-18', '"2026-11-18"'],
])('%j is written as text, never as a formula', (text, written) => {
  expect(toCsv([[text, 1]])).toBe(`${written},1\r\n`)
})

test('numbers stay numbers, and missing values are empty', () => {
  expect(toCsv([[1.5, -2, null, undefined], [3]])).toBe('1.5,-2,,\r\n3,,,\r\n')
})
