import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

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
