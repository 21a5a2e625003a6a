import { isWebUrl } from './paths.ts'
import { isBlank, isStorable, required, textProblem } from './text.ts'

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

/** Code points. */
export const MAX_PERSON_NAME = 200
/** Code points. */
export const MAX_BIO = 2000
export const MAX_PERSON_LINKS = 10

/** The problem of a link of a person; undefined when there is none. */
export const personLinkProblem = (url: string): string | undefined =>
  isWebUrl(url) ? undefined : 'A link must begin with https:// or http://'

/** What a person did for a text, in the order in which readers see it. */
export const CREDIT_ROLES = ['author', 'translator', 'artist', 'narrator', 'editor'] as const
export type CreditRole = (typeof CREDIT_ROLES)[number]

/** What readers see before the names. */
export const CREDIT_PHRASES: Record<CreditRole, string> = {
  author: 'By',
  translator: 'Translated by',
  artist: 'Art by',
  narrator: 'Read by',
  editor: 'Edited by',
}

/** Credits of one text. */
export const MAX_CREDITS = 20

interface CreditLike {
  person_id: number
  role: CreditRole
}

/** Whether two lists name the same people for the same roles in the same order. */
export const isSameCredits = (one: readonly CreditLike[], other: readonly CreditLike[]): boolean =>
  one.length === other.length &&
  one.every(
    ({ person_id, role }, index) => person_id === other[index]?.person_id && role === other[index].role,
  )

/** The credits of each role that a text has, in the order of {@link CREDIT_ROLES}. */
export const creditsByRole = <T extends CreditLike>(
  credits: readonly T[],
): { role: CreditRole; people: T[] }[] =>
  CREDIT_ROLES.map((role) => ({ role, people: credits.filter((credit) => credit.role === role) })).filter(
    ({ people }) => people.length > 0,
  )
