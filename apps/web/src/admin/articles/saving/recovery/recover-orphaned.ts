import type { EditSession } from '../edit-session.ts'
import { claimOrphanedEntries, fillIn, type OrphanedEntry } from '../journal/orphaned-entries.ts'
import { chooseText, hasConflict, mergeTexts } from '../merge/merge-text.ts'
import { readBase } from './base-text.ts'
import { type EntryStatus, statusOf } from './entry-status.ts'
import { promptRecovery } from './prompt-recovery.ts'

/** Merges drafts of closed windows into the text. Asks only about stashed ones and conflicts. */
export async function recoverOrphaned(session: EditSession): Promise<void> {
  const { dependencies, user, closed } = session
  const entries = await claimOrphanedEntries(user, dependencies.subject).catch(() => {
    session.setState({ isJournalBroken: true })
    return []
  })
  let isFirst = true
  for (const orphan of entries) {
    if (closed.aborted) {
      orphan.release()
      continue
    }
    const entry = fillIn(orphan, dependencies.opening.text)
    const status = statusOf(entry, dependencies.opening)
    if (status === 'stored') {
      await entry.remove()
      continue
    }
    // The first recovery has changed the text, so later entries do not continue it.
    const merge = () => mergeIn(session, entry, isFirst ? status : 'diverged')
    const isTaken = status !== 'stashed' && (await merge().catch(() => false)) // its base cannot be read
    isFirst = false
    if (!isTaken) await promptRecovery(session, entry)
  }
}

/** @returns false when there are conflicts */
async function mergeIn(session: EditSession, entry: OrphanedEntry, status: EntryStatus): Promise<boolean> {
  const { draft, dependencies, record } = session
  const [replace, base] = await Promise.all([
    dependencies.prepareReplace(),
    status === 'ahead' ? dependencies.opening.text : readBase(session, entry.base_version, entry.base_tags),
  ])
  // Do not await from here on: text typed meanwhile would be overwritten.
  const merged = mergeTexts(base, draft.text, entry.text)
  if (hasConflict(merged)) return false
  replace(chooseText(merged))
  await record()
  await entry.remove()
  return true
}
