import type { FoundCopy } from '../article-server.ts'
import type { LeftEntry } from '../journal/left-entries.ts'
import { isSameText } from '../merge/same-text.ts'
import type { Opening } from './opening.ts'

/**
 * What becomes of what a window left on this device.
 * `settled`: the server has held it. `ahead`: it goes on from what was opened. `apart`: it began from something else, and
 * is merged by blocks. `stashed`: its writer put another text in its place, and is asked.
 */
export type Fate = 'settled' | 'ahead' | 'apart' | 'stashed'

/** Revisions of one copy lie closer together than this; those of another begin anywhere. */
const LONGEST_COUNT = 10_000

export function fateOf(
  entry: Pick<LeftEntry, 'text' | 'base_version' | 'copy_revision' | 'is_sent' | 'is_stashed'>,
  { text, base, copy }: Pick<Opening, 'text' | 'base' | 'copy'>,
): Fate {
  if (isSameText(entry.text, text)) return 'settled'
  if (entry.is_stashed) return 'stashed'
  if (entry.is_sent) return 'settled'
  if (copy) return isStageOf(copy, entry) ? 'ahead' : 'apart'
  return entry.base_version === base.version_number ? 'ahead' : 'apart'
}

/** The copy is a stage of what the window wrote when the window wrote it, or was about to. */
function isStageOf({ revision }: FoundCopy, { copy_revision }: Pick<LeftEntry, 'copy_revision'>): boolean {
  const ahead = copy_revision - revision
  return ahead >= 0 && ahead < LONGEST_COUNT
}
