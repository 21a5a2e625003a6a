// Rules about tags without the weight of a schema: the browser follows them while somebody types.

import { codePoints, isStorable, required } from './text-rules.ts'

/** Code points of a name. */
export const MAX_TAG = 50
/** Tags of one article. */
export const MAX_TAGS = 10

/** A name as it is kept: one line, no space around it. */
export const tagName = (typed: string): string => typed.trim().replace(/\s+/g, ' ')

/**
 * What stands for a tag in addresses; names with the same slug are one tag. Case, width and punctuation make no
 * difference, but "C", "C#" and "C++" are three: letters, digits, symbols and emoji of every script stay.
 */
export function tagSlug(name: string): string {
  // By way of capitals: "ß" and "ss", "ς" and "σ" are the same letters.
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
  const words = folded.match(/[\p{L}\p{N}\p{M}\p{S}#\u200d]+/gu) ?? []
  if (words.length > 0) return words.join('-')
  // Punctuation only: as a path, ".." would lead elsewhere.
  return [...folded].map((character) => character.codePointAt(0)?.toString(16)).join('-')
}

/** What is wrong with the name of a tag, in a sentence; undefined when nothing is. */
export function tagProblem(name: string): string | undefined {
  if (!/[^\p{C}\p{Z}]/u.test(name)) return required('Tag')
  if (!isStorable(name)) return 'Tag contains characters that cannot be stored'
  if (codePoints(name) > MAX_TAG) return `Tag must be at most ${MAX_TAG} characters long`
}

/** Each tag once, as it is first written. */
export function uniqueTags(names: readonly string[]): string[] {
  const bySlug = new Map<string, string>()
  for (const name of names) if (!bySlug.has(tagSlug(name))) bySlug.set(tagSlug(name), name)
  return [...bySlug.values()]
}

/** Two edits of the same tags: what either added is there, what either removed is gone, in the order of `theirs`. */
export function mergeTags(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): string[] {
  if (isSameTags(base, theirs)) return [...mine]
  const isIn = (names: readonly string[]) => {
    const slugs = new Set(names.map(tagSlug))
    return (name: string) => slugs.has(tagSlug(name))
  }
  const [wasThere, isMine] = [isIn(base), isIn(mine)]
  const kept = theirs.filter((name) => isMine(name) || !wasThere(name))
  const added = mine.filter((name) => !wasThere(name))
  return uniqueTags([...kept, ...added])
}

/** Whether two lists name the same tags in the same order. */
export const isSameTags = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, index) => tagSlug(name) === tagSlug(other[index] ?? ''))
