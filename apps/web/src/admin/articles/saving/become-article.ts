import type { AdminArticle } from '@nightdesk/contracts'
import { subjectOf } from './departures.ts'
import type { Desk } from './desk.ts'
import { startJournal } from './set-aside.ts'

/** A save has made an article of a new text: what is typed from now on is about that. */
export function becomeArticle(desk: Desk, article: AdminArticle): void {
  const { surroundings, journal } = desk
  if (surroundings.article || !surroundings.serverOf) return
  void journal?.clear().finally(journal.close)
  const { id } = article
  Object.assign(surroundings, {
    article,
    subject: subjectOf(id, undefined),
    server: surroundings.serverOf(id),
  })
  if (!desk.closed.aborted) startJournal(desk)
}
