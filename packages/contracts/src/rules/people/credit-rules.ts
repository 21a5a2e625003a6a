// Rules about credits, for forms and schemas. Free of schemas, which would add to the browser’s bundle.

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
