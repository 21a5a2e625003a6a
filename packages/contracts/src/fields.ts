import { z } from 'zod'
import { directionProblem, isBlank, required, textProblem } from './rules/text.ts'

const ID = /^[1-9]\d{0,9}$/

const plainId = z.int().min(1).max(9_999_999_999)

/** A database id. As text (in a path) it has no sign, no exponent and no leading zero. */
export const id = z.codec(z.union([plainId, z.string().regex(ID)]), plainId, {
  decode: Number,
  encode: (id) => id,
})

export const count = z.int().min(0)

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/**
 * The years of an instant, in UTC, as the columns of the database have them. Programs write earlier ones, such as 1 and 1601, where
 * there is no date.
 */
export const FIRST_YEAR = 1700
export const LAST_YEAR = 9000

/** An instant that a caller names, with any offset, converted to UTC so that every later reader can parse it. */
export const namedInstant = (error: string) =>
  z.iso
    .datetime({ offset: true, error, abort: true })
    .refine((text) => {
      // zod accepts some instants that `Date` cannot hold. Their year is NaN, which fails the check.
      const year = new Date(text).getUTCFullYear()
      return year >= FIRST_YEAR && year <= LAST_YEAR
    }, error)
    .transform((text) => new Date(text).toISOString())

/** Free text of at most `max` code points. Messages begin with `name`, such as "Title". */
export const text = (name: string, max: number) =>
  z
    .string({ error: ({ input }) => (input === undefined ? required(name) : `${name} must be text`) })
    .superRefine(refuse((value) => textProblem(name, value, max)))
    .meta({ maxLength: max })

/** Text that must not be blank, trimmed. Refused with "`name` is required". */
export const requiredText = (name: string, max: number) =>
  z
    .string(required(name))
    .trim()
    .min(1, required(name))
    // An empty text is refused above.
    .superRefine(
      refuse((value) => (value && isBlank(value) ? required(name) : textProblem(name, value, max))),
    )
    .meta({ maxLength: max })

/** The name of somebody or something: one line, which can look like no other one by marks of direction. */
export const requiredName = (name: string, max: number) =>
  requiredText(name, max)
    .overwrite(inOneLine)
    .superRefine(refuse((value) => directionProblem(name, value)))

/** In linear time: a pattern with blanks on both sides of a break would read a run of blanks again from each of them. */
const inOneLine = (value: string) =>
  value
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')

/** Makes a check of a schema from a rule that returns a problem. The checks after it take a text that keeps the rule. */
export const refuse =
  (problem: (value: string) => string | undefined) => (value: string, context: z.RefinementCtx<string>) => {
    const message = problem(value)
    if (message) context.addIssue({ code: 'custom', message, continue: false })
  }

const page = z.int().min(1).max(100_000)

/** Page and page size of a list; without `limit` everything is returned. */
export const paging = {
  q: text('Search', 200).optional(),
  page: page.optional().describe('Of pages with `limit` rows; without `limit` there is one'),
  limit: z.int().min(1).max(100).optional().describe('Rows of a page. Absent: all'),
}

/** The page and page size of a list that is never whole. */
export const pageOf = (rows: string, size: number, max = 100) => ({
  page: page.default(1),
  limit: z.int().min(1).max(max).default(size).describe(`${rows} of a page`),
})

export const done = z.void()

/** What completes a sign-in after the password. */
export const FACTOR_METHODS = ['passkey', 'totp', 'recovery_code'] as const
export type FactorMethod = (typeof FACTOR_METHODS)[number]

/** The rest of a sign-in, in an error of the code `SECOND_FACTOR_REQUIRED`. */
export const pendingSignIn = z
  .object({
    /** For the call that completes it. */
    attempt: z.string(),
    expires_at: instant,
    methods: z.array(z.enum(FACTOR_METHODS)),
  })
  .meta({ id: 'PendingSignIn' })
export type PendingSignIn = z.infer<typeof pendingSignIn>
