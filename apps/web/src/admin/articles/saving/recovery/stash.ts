import type { EditSession } from '../edit-session.ts'
import { openJournal } from '../journal/journal.ts'
import { offerDraft, type RecoverableDraft } from './offer-recoverable.ts'

/** Starts a new journal entry for the session. */
export function startJournal(session: EditSession): void {
  const { dependencies, user, saver, setState } = session
  session.journal = openJournal({
    user,
    subject: dependencies.subject,
    onKept: (edit) => saver.dispatch({ type: 'journaled', edit }),
    onFailed: () => setState({ isJournalBroken: true }),
  })
}

/** A stashed text. `written` resolves when the journal has it. */
export interface Stash extends RecoverableDraft {
  kept: Promise<unknown> | undefined
}

/**
 * Sets unsaved changes aside in their own journal entry, which survives a crash, so that another text can replace them.
 * When the entry is written, deletes their working copy, or it would be opened next time.
 */
export function stash(session: EditSession): Stash {
  const { draft, journal, dependencies } = session
  const { text, base, copy_revision } = draft
  session.keepSoon(true)
  const kept = journal?.flush()
  startJournal(session)
  draft.copy_revision = 0
  draft.copied = draft.superseded = undefined
  // Refused when another window has written the copy since: then it is not the stashed text.
  const dropCopy = () => dependencies.server.dropCopy(copy_revision).catch(() => undefined)
  if (copy_revision > 0) void kept?.then(dropCopy)
  return {
    kept,
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
export async function offerStash(session: EditSession, stashed: Stash): Promise<void> {
  await stashed.kept
  await offerDraft(session, stashed)
}
