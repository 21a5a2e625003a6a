import { stripVTControlCharacters } from 'node:util'

/** The result of a test run. */
export interface Tally {
  passed: number
  /** One line each. */
  failures: string[]
}

/** A failure in one line: its place, and the beginning of its error. */
export function failure(where: string, message = 'no message'): string {
  const [first] = stripVTControlCharacters(message).split('\n')
  return `${where}: ${first}`
}
