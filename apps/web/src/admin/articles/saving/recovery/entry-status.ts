import type { OrphanedEntry } from '../journal/orphaned-entries.ts'
import { isSameText } from '../merge/same-text.ts'
import type { Opening } from './opening.ts'

/**
 * How a journal entry of a closed window relates to the text that is opened.
 * `stored`: the server has it. `ahead`: it continues the opened text. `diverged`: it continues another text, and is
 * merged by blocks. `stashed`: its author had replaced it by another text, and is asked about it.
 */
export type EntryStatus = 'stored' | 'ahead' | 'diverged' | 'stashed'

export function statusOf(
  entry: Pick<
    OrphanedEntry,
    'text' | 'base_version' | 'copy_revision' | 'unanswered_revisions' | 'is_sent' | 'is_stashed'
  >,
  { text, base, copy }: Pick<Opening, 'text' | 'base' | 'copy'>,
): EntryStatus {
  if (isSameText(entry.text, text)) return 'stored'
  if (entry.is_stashed) return 'stashed'
  if (entry.is_sent) return 'stored'
  // The last write of the entry's window, or one without an answer.
  const own = [entry.copy_revision, ...(entry.unanswered_revisions ?? [])]
  if (copy) return own.includes(copy.revision) ? 'ahead' : 'diverged'
  return entry.base_version === base.version_number ? 'ahead' : 'diverged'
}
