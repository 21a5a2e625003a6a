import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { id, requiredText, text } from './fields.ts'
import { type Contract, contract, isQuery } from './index.ts'
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

  test('that is missing is said to be required, and anything else to be no text', () => {
    expect(messagesOf(text('Search', 3).safeParse(undefined))).toEqual(['Search is required'])
    for (const other of [null, 1, ['a', 'b']])
      expect(messagesOf(text('Search', 3).safeParse(other))).toEqual(['Search must be text'])
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

/** Names of accounts that are there already, and a choice. */
const EXCEPT = ['auth.login username', 'auth.forgotPassword username', 'imports.start with_tags']
/** Every field of a change that names somebody or something: a text, or a list of texts. */
const names = Object.entries(contract as Contract).flatMap(([feature, calls]) =>
  Object.entries(calls).flatMap(([call, endpoint]) =>
    Object.entries(isQuery(endpoint) ? {} : (endpoint.input as z.ZodObject).shape) // every input is an object
      .map(([field, schema]) => ({ field: `${feature}.${call} ${field}`, schema: schema as z.ZodType }))
      .filter(({ field }) => /(name|label|tags?|author)$/.test(field) && !EXCEPT.includes(field)),
  ),
)

describe.each(names)('$field', ({ schema }) => {
  const isList = schema.safeParse(['a']).success
  const parse = (name: string) => schema.safeParse(isList ? [name] : name)

  test('looks like no other one by marks of direction', () => {
    for (const mark of '\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069') {
      const name = parse(`ada@${mark}nib`)
      const problem = expect.stringContaining('contains invisible marks of direction')
      if (name.success) expect([name.data].flat()).toEqual(['ada@nib'])
      else expect(messagesOf(name)).toEqual([problem])
    }
  })

  test.each(['עגנון@שי', 'محفوظ@نجيب', 'می\u200Cخواهم@a', '👩\u200D🚀@a'])('can be %s', (name) => {
    expect(parse(name)).toMatchObject({ success: true, data: isList ? [name] : name })
  })
})

test('names of accounts, people, notes, passkeys, versions and tags are among these', () => {
  const all = names.map(({ field }) => field)
  for (const field of ['users.create username', 'people.create sort_name', 'notes.create name'])
    expect(all).toContain(field)
  for (const field of ['secondFactors.addPasskey name', 'versions.label label', 'articles.update base_tags'])
    expect(all).toContain(field)
})
