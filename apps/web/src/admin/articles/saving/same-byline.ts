import type { Credit } from '@nightdesk/contracts'

/**
 * Whether two texts have the same credits. Unknown credits equal any. Without the rules of credits, whose chunk is not needed
 * for typing.
 */
export const isSameByline = (one: Credit[], other: Credit[]): boolean =>
  one.length === 0 || other.length === 0 || keyOf(one) === keyOf(other)

const keyOf = (credits: Credit[]) => credits.map(({ person_id, role }) => `${role} ${person_id}`).join()
