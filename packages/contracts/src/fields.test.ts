import { describe, expect, test } from 'vitest'
import { id, requiredText, text } from './fields.ts'
import { isStorable } from './rules/text.ts'

const messagesOf = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues.map(({ message }) => message)

describe('an id', () => {
  test.each([1, 9_999_999_999, '1', '9999999999'])('%j is one', (value) => {
    expect(id.parse(value)).toBe(Number(value))
  })

  test.each([
    0,
    -1,
    1.5,
    1e10,
    Number.NaN,
    '0',
    '01',
    '-1',
    '+1',
    '1e3',
    '1.0',
    ' 1',
    '1 ',
    '٣',
    '',
    null,
    true,
    [1],
  ])('%j is none', (value) => {
    expect(id.safeParse(value).success).toBe(false)
  })
})

describe('text', () => {
  test('is measured in code points', () => {
    expect(text('Excerpt', 3).safeParse('👍👍👍').success).toBe(true)
    expect(messagesOf(text('Excerpt', 3).safeParse('👍👍👍👍'))).toEqual([
      'Excerpt must be at most 3 characters long',
    ])
  })

  test('that must not be blank is trimmed, and named when it is', () => {
    const title = requiredText('Title', 3)

    expect(title.parse(' \u00a0abc\n')).toBe('abc')
    for (const blank of ['', ' \t', '\u200B\u00AD ', undefined, null, 1])
      expect(messagesOf(title.safeParse(blank))).toEqual(['Title is required'])
  })

  test.each(['a\0', '\uD800', '\uDC00a', 'a\uD83D'])('%j cannot be stored', (value) => {
    expect(isStorable(value)).toBe(false)
    expect(messagesOf(text('Excerpt', 9).safeParse(value))).toEqual([
      'Excerpt contains characters that cannot be stored',
    ])
  })

  test.each(['', '👍🏽', '\uFFFD', '\u202E', '\n'])('%j can', (value) => {
    expect(isStorable(value)).toBe(true)
  })
})
