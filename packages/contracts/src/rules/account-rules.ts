// Rules about accounts, for forms and schemas. Free of schemas, which would add to the browser’s bundle.

import { isBlank, isStorable, required, textProblem } from './text-rules.ts'

/** Code points. */
export const MAX_USERNAME = 254
/** As in the specification: no spaces, contains @. */
export const USERNAME = /^[^\s@]+@[^\s@]+$/
export const MIN_PASSWORD = 6
const MAX_PASSWORD_BYTES = 1024

/** The problem of an e-mail address as a username, in a sentence; undefined when there is none. */
export function usernameProblem(typed: string): string | undefined {
  if (isBlank(typed)) return required('Email')
  const problem = textProblem('Email', typed.trim(), MAX_USERNAME)
  return problem ?? (USERNAME.test(typed.trim()) ? undefined : 'Invalid email address')
}

/** The problem of a new password. Its bytes are limited, and it is not trimmed: it is hashed as typed. */
export function passwordProblem(typed: string): string | undefined {
  if (typed === '') return required('Password')
  if (typed.length < MIN_PASSWORD) return `Password must be at least ${MIN_PASSWORD} characters long`
  if (new TextEncoder().encode(typed).length > MAX_PASSWORD_BYTES)
    return `Password must be at most ${MAX_PASSWORD_BYTES} bytes long`
  if (!isStorable(typed)) return 'Password contains characters that cannot be stored'
}
