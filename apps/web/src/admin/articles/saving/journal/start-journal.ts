import type { EditSession } from '../edit-session.ts'
import { openJournal } from './journal.ts'

/** Starts a new journal entry for the session. */
export function startJournal(session: EditSession): void {
  const { dependencies, user, saver, setState } = session
  session.journal = openJournal({
    user,
    subject: dependencies.subject,
    onRecorded: (edit) => saver.dispatch({ type: 'journaled', edit }),
    onFailed: () => setState({ isJournalBroken: true }),
  })
}
