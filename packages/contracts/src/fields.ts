import { z } from 'zod'

const ID = /^[1-9]\d{0,9}$/

/** A database id. As text (from a path) it must be written plainly: no sign, no exponent, no leading zero. */
export const id = z.union([z.int().min(1).max(9_999_999_999), z.string().regex(ID).transform(Number)])

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** Neither NUL nor half a surrogate pair: what Postgres and a browser can both hold. */
export const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** Length in characters as a person counts them, roughly: code points. */
const codePoints = (text: string) => [...text].length

/** Free text of at most `max` code points. `name` begins the messages: "Title". */
export const text = (name: string, max: number) =>
  z
    .string(`${name} must be text`)
    .refine(isStorable, `${name} contains characters that cannot be stored`)
    .refine((value) => codePoints(value) <= max, `${name} must be at most ${max} characters long`)

/** Text that must not be blank, trimmed. Refused with "`name` is required". */
export const requiredText = (name: string, max: number) =>
  z
    .string(`${name} is required`)
    .trim()
    .min(1, `${name} is required`)
    .refine(isStorable, `${name} contains characters that cannot be stored`)
    .refine((value) => codePoints(value) <= max, `${name} must be at most ${max} characters long`)

/** Page and page size of a list; without `limit` everything is returned. */
export const paging = {
  q: text('Search', 200).optional(),
  page: z.int().min(1).max(100_000).optional(),
  limit: z.int().min(1).max(100).optional(),
}

export const nothing = z.object({})
export const done = z.void()
