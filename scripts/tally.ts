import { stripVTControlCharacters } from 'node:util'

/** What a run of tests comes to. */
export interface Tally {
  /** The flaky ones among them. */
  passed: number
  /** One line each. */
  failures: string[]
  /** One line for each test that passed at its second try only: what failed at its first. */
  flaky: string[]
}

/** A failure in one line: where, and how its error begins. */
export function failure(where: string, message = 'no message'): string {
  const [first] = stripVTControlCharacters(message).split('\n')
  return `${where}: ${first}`
}
