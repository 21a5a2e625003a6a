import type { Desk } from './desk.ts'
import { type Journal, openJournal } from './journal.ts'
import { offerWork } from './offer-left-work.ts'
import type { Offer } from './offers.ts'

/** From now on, a journal of its own keeps what is written. */
export function startJournal(desk: Desk): void {
  const { surroundings, user, saver, show } = desk
  desk.journal = openJournal({
    user,
    article: surroundings.article?.id ?? null,
    onKept: (edit) => saver.dispatch({ type: 'journaled', edit }),
    onFailed: () => show({ isJournalBroken: true }),
  })
}

/**
 * Puts the unsaved text aside for another: it can be offered, and would be after a crash too, for its journal is kept.
 * Its working copy stays until the offer is answered.
 */
export function setAside(desk: Desk): Offer {
  const { work, journal, saver } = desk
  const { text, base, copy_revision } = work
  void journal?.flush()
  startJournal(desk)
  work.copy_revision = 0
  work.copied = work.handed_on = undefined
  if (copy_revision > 0) saver.dispatch({ type: 'copy', hasCopy: false })
  const updated_at = new Date().toISOString()
  const entries = journal ? [entryOf(journal)] : []
  const began = { base_version: base.version_number, base_tags: base.text.tags }
  return { text, ...began, updated_at, copy_revision, entries }
}

const entryOf = ({ clear, close }: Journal) => ({
  remove: () => clear().finally(close),
  release: close,
})

/** Offers what was put aside, against the text that took its place. */
export async function offerAside(desk: Desk, aside: Offer): Promise<void> {
  const answer = await offerWork(desk, aside, desk.work.text)
  if (aside.copy_revision > 0) desk.saver.dispatch({ type: 'copy', hasCopy: answer === 'done' })
}
