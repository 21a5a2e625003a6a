import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** By how often they were found, the most frequent first. */
const LIST = import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json')
const COUNT = 10_000
/** Shorter ones are refused by their length. */
const MIN_LENGTH = 6

/**
 * Whether this is one of the 10,000 most common passwords, in whatever case. The list is read when a password is set,
 * which is rare, and takes no memory otherwise.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const all: string[] = JSON.parse(await readFile(fileURLToPath(LIST), 'utf8'))
  const common = all.filter(({ length }) => length >= MIN_LENGTH).slice(0, COUNT)
  return common.includes(password.toLowerCase())
}
