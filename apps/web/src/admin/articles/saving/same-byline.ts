import { type Credit, isSameCredits } from '@nightdesk/contracts'

/** Whether two texts have the same credits. Unknown credits equal any. */
export const isSameByline = (one: Credit[], other: Credit[]): boolean =>
  one.length === 0 || other.length === 0 || isSameCredits(one, other)
