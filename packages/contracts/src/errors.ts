import type { z } from 'zod'
import type { PendingSignIn } from './fields.ts'

/** Every stable error code, with its HTTP status. */
export const HTTP_STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  INVALID_CREDENTIALS: 401,
  /** The password is right: the answer has an attempt, which a second factor completes. */
  SECOND_FACTOR_REQUIRED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  /** The caller has to set up a second factor first. */
  ENROLMENT_REQUIRED: 409,
  /** The caller has to confirm with the password or a passkey first. */
  CONFIRMATION_REQUIRED: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  VALIDATION_FAILED: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
} as const

export type ErrorCode = keyof typeof HTTP_STATUS

/** One refused input. Never contains the value. */
export interface FieldError {
  path: string
  message: string
}

/** The details beside the sentence in every error answer, on every adapter. */
export interface ErrorDetails {
  code: ErrorCode
  request_id: string
  /** At most 20. */
  fields?: FieldError[]
  /** Only of `SECOND_FACTOR_REQUIRED`. */
  sign_in?: PendingSignIn
}

/** The body of every REST error. */
export interface ErrorBody extends ErrorDetails {
  success: false
  /** A sentence for a person. */
  error: string
}

interface AppErrorOptions extends ErrorOptions {
  fields?: FieldError[]
  sign_in?: PendingSignIn
  /** Seconds until a retry makes sense; becomes `Retry-After`. */
  retryAfter?: number
}

/** A failure that the caller may see. Any other error is a bug and becomes a 500. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly fields: FieldError[] | undefined
  readonly sign_in: PendingSignIn | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    const { fields, sign_in, retryAfter, ...cause } = options
    super(message, cause)
    this.code = code
    this.fields = fields
    this.sign_in = sign_in
    this.retryAfter = retryAfter
  }
}

export const notFound = (what: string) => new AppError('NOT_FOUND', `${what} not found`)
export const conflict = (message: string) => new AppError('CONFLICT', message)
export const unavailable = (retryAfter: number, options?: ErrorOptions) =>
  new AppError('UNAVAILABLE', SERVER_ERROR, { ...options, retryAfter })

/** A value of the right type that breaks a rule: 422 with its field. */
export const invalid = (path: string, message: string) =>
  new AppError('VALIDATION_FAILED', message, { fields: [{ path, message }] })

/** A caller has asked too often, or for too much at once. */
export const tooMany = (message: string, retryAfter: number) =>
  new AppError('TOO_MANY_REQUESTS', message, { retryAfter })

/** The server refuses a request because it has too many. */
export const tooBusy = (retryAfter: number) => new AppError('UNAVAILABLE', TOO_BUSY, { retryAfter })

/** What a caller sees of a server failure, except for {@link TOO_BUSY}. */
export const SERVER_ERROR = 'Something went wrong. Please try again later.'
export const TOO_BUSY = 'Very many people are using this site right now. Please try again in a few seconds.'

/** Turns a zod issue into a sentence for a person, where the contract has no sentence of its own. Never contains the value. */
export function refusal(issue: z.core.$ZodRawIssue): string {
  const name = nameOf(issue.path ?? [])
  return issue.input === undefined ? `${name} is required` : `${name} ${flawOf(issue)}`
}

/** `['tags', 0, 'poster_image_id']` → “Poster image id”. */
function nameOf(path: readonly PropertyKey[]) {
  const key = path.findLast((part) => typeof part === 'string')
  if (typeof key !== 'string') return 'The request'
  const words = key.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Limits are of numbers: texts and lists have their own messages in the contract. */
function flawOf(issue: z.core.$ZodRawIssue) {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? 'of another type'}`
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    case 'too_small':
      return `must be at least ${issue.minimum.toLocaleString('en')}`
    case 'too_big':
      return `must be at most ${issue.maximum.toLocaleString('en')}`
    default:
      return 'is not valid'
  }
}

const TYPES: Record<string, string> = {
  string: 'text',
  // Every number in an input is whole.
  number: 'a whole number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
}
