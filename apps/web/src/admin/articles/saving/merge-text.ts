import { normalize } from '@nightdesk/editor'
import { compareBlocks } from '@nightdesk/editor/diff'
import {
  applyChoices,
  type Choice,
  type MergedValue,
  type MergePart,
  mergeBlocks,
  mergeValue,
} from '@nightdesk/editor/merge'
import type { Poster } from '../poster-field.tsx'
import type { ArticleText } from './article-text.ts'

/** Two edits of one text, merged as far as they do not touch. */
export interface MergedText {
  title: MergedValue<string>
  poster: MergedValue<Poster | null>
  parts: MergePart[]
}

/** What becomes of each overlap; `content` has one choice per conflict, in order. */
export interface TextChoices {
  title: Exclude<Choice, 'both'>
  poster: Exclude<Choice, 'both'>
  content: Choice[]
}

/** Compared in the form the editor gives to what it opens, or every block would seem to be rewritten. */
export function mergeTexts(base: ArticleText, mine: ArticleText, theirs: ArticleText): MergedText {
  return {
    title: mergeValue(base.title.trim(), mine.title.trim(), theirs.title.trim()),
    poster: mergeValue(base.poster, mine.poster, theirs.poster),
    parts: mergeBlocks(normalize(base.content), mine.content, normalize(theirs.content)),
  }
}

export const hasConflict = ({ title, poster, parts }: MergedText): boolean =>
  [title, poster, ...parts].some(({ kind }) => kind === 'conflict')

/** The text that results. Without choices, where both wrote: mine. */
export function chooseText(
  { title, poster, parts }: MergedText,
  choices: TextChoices = { title: 'mine', poster: 'mine', content: [] },
): ArticleText {
  return {
    title: title.kind === 'agreed' ? title.value : title[choices.title],
    poster: poster.kind === 'agreed' ? poster.value : poster[choices.poster],
    content: applyChoices(parts, choices.content),
  }
}

/** "the title and 2 blocks": what one text has that the other had not. */
export function describeChanges(before: ArticleText, after: ArticleText): string {
  const { changed_blocks } = compareBlocks(normalize(before.content), normalize(after.content))
  const parts = [
    before.title.trim() !== after.title.trim() && 'the title',
    before.poster?.image_id !== after.poster?.image_id && 'the featured image',
    changed_blocks > 0 && (changed_blocks === 1 ? '1 block' : `${changed_blocks} blocks`),
  ]
  return new Intl.ListFormat('en-US').format(parts.filter((part) => part !== false))
}
