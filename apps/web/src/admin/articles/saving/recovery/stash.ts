import type { EditSession } from '../edit-session.ts'
import { openJournal } from '../journal/journal.ts'
import { offerDraft, type RecoverableDraft } from './offer-recoverable.ts'

/** From now on, a journal of its own keeps what is written. */
export function startJournal(session: EditSession): void {
  const { dependencies, user, saver, setState } = session
  session.journal = openJournal({
    user,
    subject: dependencies.subject,
    onKept: (edit) => saver.dispatch({ type: 'journaled', edit }),
    onFailed: () => setState({ isJournalBroken: true }),
  })
}

/** A stashed text; `kept` is when this device holds it. */
export interface Stash extends RecoverableDraft {
  kept: Promise<unknown> | undefined
}

/**
 * Stashes the unsaved text for another: it is offered, also after a crash, for its journal is kept. Once it is, its working
 * copy is given up, or it would be opened next in place of the other.
 */
export function stash(session: EditSession): Stash {
  const { draft, journal, dependencies } = session
  const { text, base, copy_revision } = draft
  session.keepSoon(true)
  const kept = journal?.flush()
  startJournal(session)
  draft.copy_revision = 0
  draft.copied = draft.superseded = undefined
  // Refused when another window wrote in between: then it is not what was put stash.
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

/** Offers what was put stash, against the text that took its place. */
export async function offerStash(session: EditSession, stashed: Stash): Promise<void> {
  await stashed.kept
  await offerDraft(session, stashed)
}
