import type { FoundCopy } from '../article-server.ts'
import type { OrphanedEntry } from '../journal/orphaned-entries.ts'
import { isSameText } from '../merge/same-text.ts'
import type { Opening } from './opening.ts'

/**
 * How a journal entry of a closed window relates to the text that is opened.
 * `stored`: the server has it. `ahead`: it continues the opened text. `diverged`: it continues another text, and is
 * merged by blocks. `stashed`: its author had replaced it by another text, and is asked about it.
 */
export type EntryStatus = 'stored' | 'ahead' | 'diverged' | 'stashed'

/** Revisions of one working copy differ by less than this; every new copy starts at a random revision. */
const MAX_REVISIONS_AHEAD = 10_000

export function statusOf(
  entry: Pick<OrphanedEntry, 'text' | 'base_version' | 'copy_revision' | 'is_sent' | 'is_stashed'>,
  { text, base, copy }: Pick<Opening, 'text' | 'base' | 'copy'>,
): EntryStatus {
  if (isSameText(entry.text, text)) return 'stored'
  if (entry.is_stashed) return 'stashed'
  if (entry.is_sent) return 'stored'
  if (copy) return isWrittenBy(copy, entry) ? 'ahead' : 'diverged'
  return entry.base_version === base.version_number ? 'ahead' : 'diverged'
}

/** Whether the entry's window wrote this copy, or was about to write a later revision of it. */
function isWrittenBy(
  { revision }: FoundCopy,
  { copy_revision }: Pick<OrphanedEntry, 'copy_revision'>,
): boolean {
  const ahead = copy_revision - revision
  return ahead >= 0 && ahead < MAX_REVISIONS_AHEAD
}
