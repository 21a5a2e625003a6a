import { z } from 'zod'
import { id } from '../../fields.ts'
import { CREDIT_ROLES, MAX_CREDITS } from '../../rules/people/credit-rules.ts'

export const creditRole = z.enum(CREDIT_ROLES)

/** A person who made a text, and how. */
export const credit = z
  .object({
    person_id: id,
    name: z.string(),
    role: creditRole,
  })
  .meta({ id: 'Credit' })
export type Credit = z.infer<typeof credit>

export const TOO_MANY_CREDITS = `An article can have at most ${MAX_CREDITS} credits`

/** The credits of an edit. */
export const changedCredits = z
  .array(z.object({ person_id: id, role: creditRole }), 'Credits must be a list')
  .max(MAX_CREDITS, TOO_MANY_CREDITS)
  .refine(
    (credits) => credits.length === 0 || credits.some(({ role }) => role === 'author'),
    'An article needs an author',
  )
  .refine(
    (credits) =>
      new Set(credits.map(({ person_id, role }) => `${role} ${person_id}`)).size === credits.length,
    'A person can have each role only once',
  )
  .optional()
  .describe('Who made the text, in order. Absent: as it is. Empty: the owner of the article as its author')
