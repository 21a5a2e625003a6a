import { describe, expect, test } from 'vitest'
import { isCommonPassword, requireGoodPassword } from './passwords.ts'

const site = { name: 'The Night Desk', url: 'https://stories.lamppost.org' }
const ada = { username: 'a.lovelace@engines.example', full_name: 'Ada Lovelace' }

const check = (password: string, password_min_length = 6) =>
  requireGoodPassword({ password_min_length, readSite: async () => site }, ada, password)

test('a password has at least the length that the site requires, counted in code points', async () => {
  await expect(check('🌑🌒🌓🌔', 8)).rejects.toThrow('Password must be at least 8 characters long')
  await expect(check('🌑🌒🌓🌔🌕🌖🌗🌘', 8)).resolves.toBeUndefined()
})

test('a password is not the e-mail', async () => {
  await expect(check('A.Lovelace@engines.example')).rejects.toThrow(
    'Password must not be the same as the email',
  )
})

describe('a common password', () => {
  test.each(['123456', 'password', 'PASSWORD1', 'qwertyuiop', 'letmein', 'trustno1', 'Dragon', 'iloveyou'])(
    '%s is refused',
    async (password) => {
      await expect(check(password)).rejects.toThrow('one of the most common')
    },
  )

  test('is one of ten thousand, to the last', async () => {
    const { default: all } = await import('@zxcvbn-ts/language-common/src/passwords.json', {
      with: { type: 'json' },
    })
    const long = (all as string[]).filter(({ length }) => length >= 6)

    expect(await isCommonPassword(long[9_999] ?? '')).toBe(true)
    expect(await isCommonPassword(long[10_000] ?? '')).toBe(false)
  })
})

describe('words of the site and of the account', () => {
  test.each([
    'lovelace',
    'Lovelace1843',
    'adalovelace',
    'Ada Lovelace!',
    'lovelace123456',
    'nightdesk',
    'The Night Desk 1',
    'stories2026',
    'lamppost.org',
    'engines',
  ])('%s is refused', async (password) => {
    await expect(check(password)).rejects.toThrow('easily guessed')
  })

  test.each(['lamplight', 'seven lanterns', 'ada eats seven lanterns', 'correct horse', 'knight of cups'])(
    '%s is taken',
    async (password) => {
      await expect(check(password)).resolves.toBeUndefined()
    },
  )
})
