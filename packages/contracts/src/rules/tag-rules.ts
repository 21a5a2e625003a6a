// Rules about tags, for forms and schemas. Free of schemas, which would add to the browser’s bundle.

import { codePoints, isStorable, required } from './text-rules.ts'

/** Code points of a name. */
export const MAX_TAG = 50
/** Tags of one article. */
export const MAX_TAGS = 10

/** The stored form of a name: one line, without space around it. */
export const tagName = (typed: string): string => typed.trim().replace(/\s+/g, ' ')

/**
 * The name of a tag in addresses; names with the same slug are one tag. Ignores case, width and punctuation, but keeps
 * letters, digits, symbols and emoji of every script: "C", "C#" and "C++" are three tags.
 */
export function tagSlug(name: string): string {
  // Through capitals, so that "ß" equals "ss", and "ς" equals "σ".
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')
  const words = folded.match(/[\p{L}\p{N}\p{M}\p{S}#\u200d]+/gu) ?? []
  if (words.length > 0) return words.join('-')
  // Punctuation only. As a path, ".." would lead to another page.
  return [...folded].map((character) => character.codePointAt(0)?.toString(16)).join('-')
}

/** The problem of a tag’s name, in a sentence; undefined when there is none. */
export function tagProblem(name: string): string | undefined {
  if (!/[^\p{C}\p{Z}]/u.test(name)) return required('Tag')
  if (!isStorable(name)) return 'Tag contains characters that cannot be stored'
  if (codePoints(name) > MAX_TAG) return `Tag must be at most ${MAX_TAG} characters long`
}

/** Removes tags with the same slug; the first spelling stays. */
export function uniqueTags(names: readonly string[]): string[] {
  const bySlug = new Map<string, string>()
  for (const name of names) if (!bySlug.has(tagSlug(name))) bySlug.set(tagSlug(name), name)
  return [...bySlug.values()]
}

/** Merges two edits of the same tags: additions and removals of both count, in the order of `theirs`. */
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
