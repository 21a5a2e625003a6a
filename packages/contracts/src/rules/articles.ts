import { codePoints, isBlank, isStorable, required, textProblem, withoutDirectionMarks } from './text.ts'

/** Code points. */
export const MAX_TITLE = 300
/** Code points. */
export const MAX_EXCERPT = 1000
/** Code points. */
export const MAX_CORRECTION = 300
/** Code points. */
export const MAX_LABEL_LENGTH = 80

/** The problem of an article’s title, which must not be blank; undefined when there is none. */
export const titleProblem = (title: string): string | undefined =>
  isBlank(title) ? required('Title') : textProblem('Title', title.trim(), MAX_TITLE)

/** Code points of a name. */
const MAX_TAG = 50
/** Tags of one article. */
export const MAX_TAGS = 10

/** The stored form of a name: one line, without space around it and without marks of direction. */
export const tagName = (typed: string): string => withoutDirectionMarks(typed).trim().replace(/\s+/g, ' ')

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
export const uniqueTags = (names: readonly string[]): string[] =>
  [...Map.groupBy(names, tagSlug).values()].map(([first]) => first!) // no group is empty

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

/** Code points of the parts of a reader’s note. */
export const NOTE_LIMITS = { name: 60, text: 2000, quote: 500, context: 64, suggestion: 1000 } as const

/** Notes of one preview link. */
export const NOTES_PER_LINK = 500

interface Dates {
  date_updated: string
  date_published: string | null
  /** The first one first. */
  corrections?: readonly { created_at: string }[]
}

/**
 * When readers last got a new text, or the note of a correction. A text that was edited before its publication counts from
 * the publication.
 */
export function lastChange({ date_updated, date_published, corrections = [] }: Dates): string {
  const dates = [date_updated, date_published ?? '', corrections.at(-1)?.created_at ?? '']
  // ISO instants in UTC sort as strings.
  return dates.reduce((one, other) => (one > other ? one : other))
}

/** The highest revision that a client may choose. Those that are counted on from it stay far below the limit of the column. */
export const MAX_CHOSEN_REVISION = 1_000_000_000

/** A random revision, so that no window mistakes a write of another one, or a copy begun anew, for the one it knows. */
export const anyRevision = (): number => 1 + Math.floor(Math.random() * MAX_CHOSEN_REVISION)

/** Writes without an answer that a save may name. */
export const MAX_UNANSWERED = 100

/** Stories on a page of a public list. */
export const CARDS_PER_PAGE = 24
