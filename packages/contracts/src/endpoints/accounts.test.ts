import { describe, expect, test } from 'vitest'
import { newUsername, password, username } from './accounts.ts'

const first = (result: { error?: { issues: { message: string }[] } }) => result.error?.issues[0]?.message

describe('an email', () => {
  test.each(['a@b', 'ada.lovelace@example.org', 'ΣΊΣΥΦΟΣ@example.org', ' ada@example.org '])(
    '%j is one',
    (value) => {
      expect(username.parse(value)).toBe(value.trim())
    },
  )

  test.each([
    ['', 'Email is required'],
    ['  ', 'Email is required'],
    [undefined, 'Email is required'],
    ['ada', 'Invalid email address'],
    ['ada@', 'Invalid email address'],
    ['@example.org', 'Invalid email address'],
    ['ada lovelace@example.org', 'Invalid email address'],
    ['ada@a@b', 'Invalid email address'],
    [`${'a'.repeat(250)}@b.org`, 'Email must be at most 254 characters long'],
  ])('%j: %s', (value, message) => {
    expect(first(username.safeParse(value))).toBe(message)
  })
})

test.each(['\u200Bada@example.org', ' ada@example\u2060.org\u200B ', '\uFEFFad\u00ADa@example.org'])(
  'a new email %j loses the invisible breaks that were copied with it',
  (pasted) => {
    expect(newUsername.parse(pasted)).toBe('ada@example.org')
  },
)

describe('a password', () => {
  test.each(['123456', '      ', '👍👍👍👍👍👍', 'x'.repeat(1024)])(
    '%.20j is one, and stays as it is',
    (value) => {
      expect(password.parse(value)).toBe(value)
    },
  )

  test.each([
    ['', 'Password is required'],
    [undefined, 'Password is required'],
    ['12345', 'Password must be at least 6 characters long'],
    ['x'.repeat(1025), 'Password must be at most 1024 bytes long'],
    ['👍'.repeat(257), 'Password must be at most 1024 bytes long'],
    ['abcdef\0', 'Password contains characters that cannot be stored'],
    ['abcdef\uD800', 'Password contains characters that cannot be stored'],
  ])('%.20j: %s', (value, message) => {
    expect(first(password.safeParse(value))).toBe(message)
  })
})
