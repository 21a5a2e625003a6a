import type { EditSession } from '../edit-session.ts'
import { claimLeftEntries, fillIn, type LeftEntry } from '../journal/left-entries.ts'
import { chooseText, hasConflict, mergeTexts } from '../merge/merge-text.ts'
import { readBase } from './base-text.ts'
import { type Fate, fateOf } from './fate.ts'
import { offerDraft } from './offer-recoverable.ts'

/** Takes what windows that are gone have left on this device into the text. It asks only where two copies really differ. */
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
    // What is taken up second did not begin from the first.
    const isTaken = fate !== 'stashed' && (await mergeIn(session, entry, isFirst ? fate : 'apart'))
    isFirst = false
    if (!isTaken) await offerDraft(session, offerOf(entry))
  }
}

/** @returns false when both changed the same place */
async function mergeIn(session: EditSession, entry: LeftEntry, fate: Fate): Promise<boolean> {
  const { draft, dependencies, keep } = session
  const [replace, base] = await Promise.all([
    dependencies.prepareReplace(),
    fate === 'ahead' ? dependencies.opening.text : readBase(session, entry.base_version, entry.base_tags),
  ])
  // From here on nothing waits, or what is typed meanwhile would be overwritten.
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
