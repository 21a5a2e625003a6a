import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { invalid } from '@nightdesk/contracts'
import argon2 from 'argon2'

/** 64 MiB, three passes, one lane. */
const PARAMETERS = { type: argon2.argon2id, memoryCost: 65_536, timeCost: 3, parallelism: 1 } as const

/** Uses one core for about 0.1 s: callers limit how many run at once. @returns a PHC string (argon2id) */
export const hashPassword = (password: string): Promise<string> => argon2.hash(password, PARAMETERS)

/** Whether a password matches a PHC string. Takes as long as hashing. */
export const verifyPassword = (hash: string, password: string): Promise<boolean> =>
  argon2.verify(hash, password)

/** Whether a stored hash is weaker than a new one would be. */
export const isOutdatedHash = (hash: string): boolean => argon2.needsRehash(hash, PARAMETERS)

export interface PasswordRules {
  password_min_length: number
  readSite(): Promise<{ name: string; url: string }>
}

interface Owner {
  username: string
  full_name: string
}

/** Characters that a password needs besides easily guessed words. */
const REST_LENGTH = 6
/** Shorter words occur in too many other words. */
const NAME_LENGTH = 3
const WORD_LENGTH = 4

/**
 * The rules for new passwords beyond the contract: the minimum length of the site in code points, not a common password,
 * and more than the names of the site and the account.
 * @throws VALIDATION_FAILED, naming `field`
 */
export async function requireGoodPassword(
  rules: PasswordRules,
  owner: Owner,
  password: string,
  field = 'password',
): Promise<void> {
  const { password_min_length } = rules
  if ([...password].length < password_min_length) {
    throw invalid(field, `Password must be at least ${password_min_length} characters long`)
  }
  if (password.toLowerCase() === owner.username.toLowerCase()) {
    throw invalid(field, 'Password must not be the same as the email')
  }
  if (await isCommonPassword(password)) {
    throw invalid(field, 'This password is one of the most common. Please choose another one.')
  }
  const rest = withoutWords(password.toLowerCase(), guessable(await rules.readSite(), owner))
  if (rest !== null && ([...rest].length < REST_LENGTH || (await isCommonPassword(rest)))) {
    throw invalid(field, 'This password is easily guessed from the names of the account or the site.')
  }
}

/** The rest of a password without these words and the separators between them; null when it contains none of them. */
function withoutWords(password: string, words: string[]): string | null {
  const rest = words.reduce((left, word) => left.replaceAll(word, ' '), password)
  if (rest === password) return null
  return rest.replace(/[^\p{L}\p{N}]+/gu, '')
}

/** The words that a stranger would try first, sorted by length, the longest first. */
function guessable(site: { name: string; url: string }, { username, full_name }: Owner): string[] {
  const [local = '', host = ''] = username.split('@')
  const words = [
    ...wordsOf(`${full_name} ${local}`, NAME_LENGTH),
    ...wordsOf(`nightdesk ${site.name} ${new URL(site.url).hostname} ${host}`, WORD_LENGTH),
  ]
  return words.sort((one, other) => other.length - one.length)
}

const wordsOf = (text: string, minLength: number) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(({ length }) => length >= minLength)

/** Sorted by frequency, the most frequent first. */
const LIST = import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json')
const COUNT = 10_000
/** Shorter passwords are refused for their length. */
const MIN_LENGTH = 6

/**
 * Whether this is one of the 10,000 most common passwords, ignoring case. The list is read only when a password is set,
 * which is rare, so it takes no memory otherwise.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const all: string[] = JSON.parse(await readFile(fileURLToPath(LIST), 'utf8'))
  const common = all.filter(({ length }) => length >= MIN_LENGTH).slice(0, COUNT)
  return common.includes(password.toLowerCase())
}
