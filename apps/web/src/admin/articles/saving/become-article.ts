import type { AdminArticle } from '@nightdesk/contracts'
import type { EditSession } from './edit-session.ts'
import { subjectOf } from './leaving/departures.ts'
import { startJournal } from './recovery/stash.ts'

/** A save has made an article of a new text: what is typed from now on is about that. */
export function becomeArticle(session: EditSession, article: AdminArticle): void {
  const { dependencies, journal } = session
  if (dependencies.article || !dependencies.serverOf) return
  void journal?.clear().finally(journal.close)
  const { id } = article
  Object.assign(dependencies, {
    article,
    subject: subjectOf(id, undefined),
    server: dependencies.serverOf(id),
  })
  if (!session.closed.aborted) startJournal(session)
}
