import type { EditSession } from '../edit-session.ts'
import { startJournal } from '../journal/start-journal.ts'
import { promptRecovery, type RecoverableDraft } from './prompt-recovery.ts'

/** A stashed text. `written` resolves when the journal has it. */
export interface Stash extends RecoverableDraft {
  written: Promise<unknown> | undefined
}

/**
 * Moves unsaved changes to a journal entry of their own, which survives a crash, so that another text can replace them.
 * Once the entry is written, deletes their working copy, or it would be opened next time.
 */
export function stash(session: EditSession): Stash {
  const { draft, journal, dependencies } = session
  const { text, base, copy_revision } = draft
  session.recordSoon(true)
  const written = journal?.flush()
  startJournal(session)
  draft.copy_revision = 0
  draft.copied = draft.superseded = undefined
  // Refused when another window has written the copy since: then it is not the stashed text.
  const deleteCopy = () => dependencies.server.deleteCopy(copy_revision).catch(() => undefined)
  if (copy_revision > 0) void written?.then((isWritten) => (isWritten ? deleteCopy() : undefined))
  return {
    written,
    text,
    base_version: base.version_number,
    base_tags: base.text.tags,
    updated_at: new Date().toISOString(),
    remove: async () => {
      await journal?.clear()
      journal?.close()
    },
    release: () => journal?.close(),
  }
}

/** Asks about a stashed text, compared with the text that replaced it. */
export async function promptStash(session: EditSession, stashed: Stash): Promise<void> {
  await stashed.written
  await promptRecovery(session, stashed)
}
