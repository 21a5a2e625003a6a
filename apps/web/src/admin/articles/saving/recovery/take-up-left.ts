import type { EditSession } from '../edit-session.ts'
import { claimLeftEntries, fillIn, type LeftEntry } from '../journal/left-entries.ts'
import { chooseText, hasConflict, mergeTexts } from '../merge/merge-text.ts'
import { readBase } from './base-text.ts'
import { type Fate, fateOf } from './fate.ts'
import { offerDraft } from './offer-recoverable.ts'

/** Merges drafts of closed windows into the text. Asks only about stashed ones and conflicts. */
export async function takeUpLeftDrafts(session: EditSession): Promise<void> {
  const { dependencies, user, closed } = session
  const entries = await claimLeftEntries(user, dependencies.subject).catch(() => {
    session.setState({ isJournalBroken: true })
    return []
  })
  let isFirst = true
  for (const left of entries) {
    if (closed.aborted) {
      left.release()
      continue
    }
    const entry = fillIn(left, dependencies.opening.text)
    const fate = fateOf(entry, dependencies.opening)
    if (fate === 'settled') {
      await entry.remove()
      continue
    }
    // The first recovery has changed the text, so later entries do not continue it.
    const isTaken = fate !== 'stashed' && (await mergeIn(session, entry, isFirst ? fate : 'apart'))
    isFirst = false
    if (!isTaken) await offerDraft(session, offerOf(entry))
  }
}

/** @returns false when there are conflicts */
async function mergeIn(session: EditSession, entry: LeftEntry, fate: Fate): Promise<boolean> {
  const { draft, dependencies, keep } = session
  const [replace, base] = await Promise.all([
    dependencies.prepareReplace(),
    fate === 'ahead' ? dependencies.opening.text : readBase(session, entry.base_version, entry.base_tags),
  ])
  // Do not await from here on: text typed meanwhile would be overwritten.
  const merged = mergeTexts(base, draft.text, entry.text)
  if (hasConflict(merged)) return false
  replace(chooseText(merged))
  await keep()
  await entry.remove()
  return true
}

const offerOf = ({ text, base_version, base_tags, updated_at, remove, release }: LeftEntry) => ({
  text,
  base_version,
  base_tags,
  updated_at,
  remove,
  release,
})
