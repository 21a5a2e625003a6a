import { type Credit, isSameCredits } from '@nightdesk/contracts'

/**
 * Merges two edits of the same credits: additions and removals of both apply, in the order of `theirs`. Empty credits are
 * unknown ones, as of a new article before it is sent, so the other side stays.
 */
export function mergeCredits(base: Credit[], mine: Credit[], theirs: Credit[]): Credit[] {
  if (theirs.length === 0 || isSameCredits(base, theirs)) return mine.length > 0 ? mine : theirs
  if (mine.length === 0 || isSameCredits(base, mine)) return theirs
  const [inBase, inMine, inTheirs] = [has(base), has(mine), has(theirs)]
  const remaining = theirs.filter((credit) => inMine(credit) || !inBase(credit))
  const added = mine.filter((credit) => !inBase(credit) && !inTheirs(credit))
  const merged = [...remaining, ...added]
  // Each side has replaced the author by another one, or removed another of two.
  return merged.some(({ role }) => role === 'author') ? merged : mine
}

const has = (credits: Credit[]) => (one: Credit) =>
  credits.some(({ person_id, role }) => person_id === one.person_id && role === one.role)
