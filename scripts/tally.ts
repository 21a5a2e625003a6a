import { stripVTControlCharacters } from 'node:util'

/** What a run of tests comes to. */
export interface Tally {
  passed: number
  /** One line each. */
  failures: string[]
}

/** A failure in one line: where, and how its error begins. */
export function failure(where: string, message = 'no message'): string {
  const [first] = stripVTControlCharacters(message).split('\n')
  return `${where}: ${first}`
}
