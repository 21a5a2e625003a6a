import { type Credit, isSameCredits, isSameTags, mergeTags } from '@nightdesk/contracts'
import {
  applyChoices,
  type Choice,
  compareBlocks,
  type MergedValue,
  type MergePart,
  mergeBlocks,
  mergeValue,
  normalize,
} from '@nightdesk/editor'
import { formatCount } from '../../../format.ts'
import type { Sent } from './article-server.ts'
import type { DraftText, Poster } from './draft-text.ts'
import { isSameByline, isSameText } from './same-text.ts'

/** A three-way merge of a text, with its conflicts. */
export interface MergedText {
  title: MergedValue<string>
  excerpt: MergedValue<string>
  poster: MergedValue<Poster | null>
  /** Never in conflict, like the tags. */
  credits: Credit[]
  /** Never in conflict: additions and removals of both sides apply. */
  tags: string[]
  parts: MergePart[]
}

/** The resolution of each conflict, without one as mine; `content` has a choice per conflicting part, in order. */
export interface TextChoices {
  title?: Side
  excerpt?: Side
  poster?: Side
  content?: Choice[]
}

type Side = Exclude<Choice, 'both'>

/** Compares in the editor's normal form; else every block that the editor has opened would look rewritten. */
export function mergeTexts(base: DraftText, mine: DraftText, theirs: DraftText): MergedText {
  return {
    title: mergeTrimmed(base.title, mine.title, theirs.title, (title) => title.trim()),
    excerpt: mergeTrimmed(base.excerpt, mine.excerpt, theirs.excerpt, (excerpt) => excerpt.trim()),
    poster: mergeTrimmed(base.poster, mine.poster, theirs.poster, trimmed),
    credits: mergeCredits(base.credits, mine.credits, theirs.credits),
    tags: mergeTags(base.tags, mine.tags, theirs.tags),
    parts: mergeBlocks(normalize(base.content), mine.content, normalize(theirs.content)),
  }
}

/** Compares without outer blanks. Mine keeps its own: the next word may be typed after them. */
function mergeTrimmed<T>(base: T, mine: T, theirs: T, trim: (value: T) => T): MergedValue<T> {
  const own = trim(mine)
  const merged = mergeValue(trim(base), own, trim(theirs))
  return merged.kind === 'agreed' && merged.value === own ? { ...merged, value: mine } : merged
}

const trimmed = (poster: Poster | null) => poster && { ...poster, alt: poster.alt.trim() }

const isSamePoster = (one: Poster | null, other: Poster | null) =>
  one?.image_id === other?.image_id && one?.alt.trim() === other?.alt.trim()

/**
 * Merges with the first of several possible bases that gives no conflict; without such a base, with the first. An unanswered
 * text is one if `theirs` has all its changes: else it may not have arrived, and words that `theirs` lacks would be deleted.
 */
export function mergeFromAny(
  [likeliest, ...others]: [DraftText, ...DraftText[]],
  mine: DraftText,
  theirs: DraftText,
  unanswered: readonly Sent[] = [],
): MergedText {
  const merge = (base: DraftText) => mergeTexts(base, mine, theirs)
  const first = merge(likeliest)
  if (!hasConflict(first)) return first
  const isContinued = (text: DraftText) => {
    const merged = mergeTexts(likeliest, text, theirs)
    return !hasConflict(merged) && isSameText(chooseText(merged), theirs)
  }
  const own = unanswered.map(({ text }) => text).filter(isContinued)
  return [...others, ...own].map(merge).find((merged) => !hasConflict(merged)) ?? first
}

/** Whether the conflicts that were decided are still those of the texts, which may have changed meanwhile. */
export const isSameConflict = (one: MergedText, other: MergedText): boolean =>
  JSON.stringify(conflictsIn(one)) === JSON.stringify(conflictsIn(other))

const conflictsIn = ({ title, excerpt, poster, parts }: MergedText) =>
  [title, excerpt, poster, ...parts].filter(({ kind }) => kind === 'conflict')

export const hasConflict = (merged: MergedText): boolean => conflictsIn(merged).length > 0

/** The merged text. Conflicts without a choice are resolved as mine. */
export function chooseText(
  { title, excerpt, poster, credits, tags, parts }: MergedText,
  choices: TextChoices = {},
): DraftText {
  return {
    title: chooseValue(title, choices.title),
    excerpt: chooseValue(excerpt, choices.excerpt),
    poster: chooseValue(poster, choices.poster),
    credits,
    tags,
    content: applyChoices(parts, choices.content ?? []),
  }
}

const chooseValue = <T>(merged: MergedValue<T>, choice: Side = 'mine'): T =>
  merged.kind === 'agreed' ? merged.value : merged[choice]

/** "the title and 2 blocks": the changes from one text to another. */
export function describeChanges(before: DraftText, after: DraftText): string {
  const { changed_blocks } = compareBlocks(normalize(before.content), normalize(after.content))
  const parts = [
    before.title.trim() !== after.title.trim() && 'the title',
    before.excerpt.trim() !== after.excerpt.trim() && 'the excerpt',
    !isSamePoster(before.poster, after.poster) && 'the featured image',
    !isSameByline(before.credits, after.credits) && 'the byline',
    !isSameTags(before.tags, after.tags) && 'the tags',
    changed_blocks > 0 && formatCount(changed_blocks, 'block'),
  ]
  return new Intl.ListFormat('en-US').format(parts.filter((part) => part !== false))
}

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
