// Rules about accounts without the weight of a schema: the browser follows them before anybody is signed in.

import { isBlank, isStorable, required, textProblem } from './text-rules.ts'

/** Code points. */
export const MAX_USERNAME = 254
/** The specification's: no spaces, contains @. */
export const USERNAME = /^[^\s@]+@[^\s@]+$/
export const MIN_PASSWORD = 6
const MAX_PASSWORD_BYTES = 1024

/** What is wrong with an e-mail address as the name of an account, in a sentence; undefined when nothing is. */
export function usernameProblem(typed: string): string | undefined {
  if (isBlank(typed)) return required('Email')
  const problem = textProblem('Email', typed.trim(), MAX_USERNAME)
  return problem ?? (USERNAME.test(typed.trim()) ? undefined : 'Invalid email address')
}

/** What is wrong with a password, whosever it is. Bytes count, and nothing is trimmed: what was typed is what is hashed. */
export function passwordProblem(typed: string): string | undefined {
  if (typed === '') return required('Password')
  if (typed.length < MIN_PASSWORD) return `Password must be at least ${MIN_PASSWORD} characters long`
  if (new TextEncoder().encode(typed).length > MAX_PASSWORD_BYTES)
    return `Password must be at most ${MAX_PASSWORD_BYTES} bytes long`
  if (!isStorable(typed)) return 'Password contains characters that cannot be stored'
}
