import type { AdminArticle } from '@nightdesk/contracts'
import type { EditSession } from './edit-session.ts'
import { startJournal } from './journal/start-journal.ts'
import { subjectOf } from './journal/subject.ts'

/** After the first save of a new text, makes the session one about the article that was created. */
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
