import {
  IMPORT_ITEM_STATES,
  type Import,
  type ImportItem,
  type ImportItemState,
  type ImportKind,
  type ImportState,
} from '@nightdesk/contracts'
import { formatCount, formatNumber, formatShortDate } from '../../format.ts'
import type { Tone } from '../../ui/badge.tsx'

interface Label {
  tone: Tone
  label: string
}

export const STATES: Record<ImportState, Label> = {
  reading: { tone: 'info', label: 'Reading' },
  ready: { tone: 'warning', label: 'Ready to import' },
  running: { tone: 'info', label: 'Importing' },
  done: { tone: 'success', label: 'Imported' },
  failed: { tone: 'danger', label: 'Failed' },
  undoing: { tone: 'info', label: 'Being undone' },
  undone: { tone: 'neutral', label: 'Undone' },
}

/** What is done with an import that is under way. */
export const UNDER_WAY: Partial<Record<ImportState, string>> = {
  reading: 'Reading the file',
  running: 'Importing',
  undoing: 'Undoing the import',
}

export const isUnderWay = ({ state }: Pick<Import, 'state'>) => UNDER_WAY[state] !== undefined

export const ITEM_STATES: Record<ImportItemState, Label> = {
  planned: { tone: 'info', label: 'Comes in' },
  done: { tone: 'success', label: 'Imported' },
  known: { tone: 'neutral', label: 'Already here' },
  failed: { tone: 'danger', label: 'Failed' },
  left: { tone: 'warning', label: 'Edited, stays' },
  undone: { tone: 'neutral', label: 'Deleted' },
}

const KINDS: Record<ImportKind, string> = {
  wordpress: 'WordPress',
  ghost: 'Ghost',
  markdown: 'Markdown',
  substack: 'Substack',
  medium: 'Medium',
  docx: 'Word',
  epub: 'EPUB',
  nightdesk: 'Nightdesk',
}

/** "WordPress"; before the file is recognised, nothing. */
export const kindOf = ({ kind }: Pick<Import, 'kind'>) => kind && KINDS[kind]

export const titleOf = ({ name, file }: Pick<Import, 'name' | 'file'>) => name || file

/** The items of an import in a list: "70 imported, 2 failed" */
export function describeCounts({ counts, state }: Pick<Import, 'counts' | 'state'>): string {
  const shown = IMPORT_ITEM_STATES.flatMap((item) =>
    counts[item] > 0 ? [`${formatNumber(counts[item])} ${IN_A_LIST[item]}`] : [],
  )
  if (shown.length > 0) return shown.join(', ')
  return state === 'reading' || state === 'failed' ? 'Not known' : 'None'
}

const IN_A_LIST: Record<ImportItemState, string> = {
  planned: 'to come in',
  done: 'imported',
  known: 'already here',
  failed: 'failed',
  left: 'edited and left',
  undone: 'deleted',
}

type Contents = Pick<Import, 'counts' | 'pages' | 'words' | 'pictures' | 'with_notes'> & {
  authors: unknown[]
}

export function describePlan({ counts, pages, words, pictures, with_notes, authors }: Contents): string[] {
  const { planned, known, failed } = counts
  return [
    planned > 0 &&
      `${formatCount(planned, 'item comes', 'items come')} in: ${pagesOf(pages)}${formatCount(words, 'word')}, ${formatCount(pictures, 'picture')}, ${formatCount(authors.length, 'author')}.`,
    planned > 0 && with_notes > 0 && `Something changes or is lost in ${formatCount(with_notes, 'item')}.`,
    planned === 0 && known > 0 && 'Nothing in this file is new.',
    known > 0 &&
      `${formatCount(known, 'item is', 'items are')} already here, and ${known === 1 ? 'stays as it is' : 'stay as they are'}.`,
    failed > 0 && `${formatCount(failed, 'item')} cannot come in.`,
  ].filter((sentence) => sentence !== false)
}

/** "3 pages, " where there are any. */
const pagesOf = (pages: number) => (pages > 0 ? `${formatCount(pages, 'page')}, ` : '')

/** The authors that are too many to choose a person for. */
export const describeOtherAuthors = (count: number) =>
  `${formatCount(count, 'other author comes in under their own name', 'other authors come in under their own names')}.`

export function describeResult({ counts, pages, words, pictures, waiting_for_pictures }: Import): string[] {
  const { done, known, failed } = counts
  return [
    `${formatCount(done, 'item')} came in: ${pagesOf(pages)}${formatCount(words, 'word')} and ${formatCount(pictures, 'picture')}.`,
    known > 0 &&
      `${formatCount(known, 'item was', 'items were')} already here, and ${known === 1 ? 'was' : 'were'} not changed.`,
    failed > 0 && `${formatCount(failed, 'item')} failed.`,
    waiting_for_pictures > 0 &&
      `Pictures of ${formatCount(waiting_for_pictures, 'story', 'stories')} are still being copied from the old site.`,
  ].filter((sentence) => sentence !== false)
}

export function describeUndo({ counts: { undone, left } }: Pick<Import, 'counts'>): string[] {
  return [
    `${formatCount(undone, 'story was', 'stories were')} deleted.`,
    left > 0 &&
      `${formatCount(left, 'story was', 'stories were')} edited since, and ${left === 1 ? 'stays' : 'stay'}.`,
    left > 0 &&
      `The import stays in the list, so that ${left === 1 ? 'it comes' : 'they come'} in no second time.`,
  ].filter((sentence) => sentence !== false)
}

/** "Published Oct 21, 2018 · 223 words · 1 picture" */
export function describeItem(
  { summary: { path, state, published_at, words, pictures } }: Pick<ImportItem, 'summary'>,
  imports_as: Import['imports_as'],
): string {
  return [
    ...(path === undefined ? [] : [`Page at ${path}`]),
    describeState(imports_as === 'draft' ? 'draft' : state, published_at),
    formatCount(words, 'word'),
    ...(pictures > 0 ? [formatCount(pictures, 'picture')] : []),
  ].join(' · ')
}

function describeState(state: ImportItem['summary']['state'], published_at: string | null): string {
  if (state === 'draft') return 'Draft'
  const word = state === 'archived' ? 'Archived, published' : 'Published'
  if (published_at === null) return state === 'archived' ? 'Archived' : word
  return `${word} ${formatShortDate(published_at)}`
}
