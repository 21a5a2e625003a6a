import type { Desk } from './desk.ts'
import { openJournal } from './journal.ts'
import { type Offer, offerWork } from './offer-work.ts'

/** From now on, a journal of its own keeps what is written. */
export function startJournal(desk: Desk): void {
  const { surroundings, user, saver, show } = desk
  desk.journal = openJournal({
    user,
    subject: surroundings.subject,
    onKept: (edit) => saver.dispatch({ type: 'journaled', edit }),
    onFailed: () => show({ isJournalBroken: true }),
  })
}

/** What was put aside; `kept` is when this device holds it. */
export interface Aside extends Offer {
  kept: Promise<unknown> | undefined
}

/**
 * Puts the unsaved text aside for another: it is offered, also after a crash, for its journal is kept. Once it is, its working
 * copy is given up, or it would be opened next in place of the other.
 */
export function setAside(desk: Desk): Aside {
  const { work, journal, surroundings } = desk
  const { text, base, copy_revision } = work
  desk.keepSoon(true)
  const kept = journal?.flush()
  startJournal(desk)
  work.copy_revision = 0
  work.copied = work.handed_on = undefined
  // Refused when another window wrote in between: then it is not what was put aside.
  const dropCopy = () => surroundings.server.dropCopy(copy_revision).catch(() => undefined)
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

/** Offers what was put aside, against the text that took its place. */
export async function offerAside(desk: Desk, aside: Aside): Promise<void> {
  await aside.kept
  await offerWork(desk, aside)
}
