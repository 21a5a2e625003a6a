import type { ArticleText } from './article-text.ts'
import type { Desk } from './desk.ts'
import { claimLeftEntries } from './left-entries.ts'
import { makeOffers, type Offer } from './offers.ts'

/** Looks for unsaved work of earlier windows and other devices, and offers it, the newest first. Nothing is applied unasked. */
export async function offerLeftWork(desk: Desk): Promise<void> {
  const { surroundings, work, saver } = desk
  const opened = work.text
  const [entries, copy] = await Promise.all([
    findEntries(desk),
    // Where it cannot be read, it is not overwritten either: its revision is not known.
    surroundings.server.readCopy().catch(() => null),
  ])
  const { offers, settled } = makeOffers(opened, entries, copy)
  for (const entry of settled) void entry.remove()
  if (!offers.some(({ copy_revision }) => copy_revision > 0)) {
    work.copy_revision = copy?.revision ?? 0
    work.copied = copy?.text
  }
  let hasCopy = surroundings.article !== null
  for (const offer of offers) {
    const isPostponed = (await offerWork(desk, offer, opened)) === 'postponed'
    // A copy stays on the server until it is decided about, and this window writes beside it.
    if (isPostponed && offer.copy_revision > 0) hasCopy = false
  }
  saver.dispatch({ type: 'copy', hasCopy })
}

const STILL_KEPT = 'Your changes are still kept. Load this page again to restore them.'

/**
 * Offers unsaved work against a text, when the offers before it are answered, and does what is chosen. What is
 * postponed, other windows may offer.
 */
export function offerWork(desk: Desk, offer: Offer, opened: ArticleText): Promise<Answer> {
  const answer = desk.answered
    .then(() => ask(desk, offer, opened))
    .then((given) => {
      if (given === 'postponed') for (const entry of offer.entries) entry.release()
      return given
    })
  desk.answered = answer
  return answer
}

const findEntries = ({ surroundings: { article }, user, show }: Desk) =>
  claimLeftEntries(user, article?.id ?? null).catch(() => {
    show({ isJournalBroken: true })
    return []
  })

/** Shows an offer until it is answered, and does what was chosen. */
async function ask(desk: Desk, offer: Offer, opened: ArticleText): Promise<Answer> {
  const { show, closed } = desk
  const { promise, resolve } = Promise.withResolvers<keyof typeof import('./answer-offer.ts') | null>()
  const postpone = () => resolve(null)
  if (closed.aborted) return 'postponed'
  closed.addEventListener('abort', postpone, { once: true })
  show({
    offer: {
      ...offer,
      opened,
      isMerged: offer.base_version !== desk.work.base.version_number,
      restore: () => resolve('restore'),
      decline: () => resolve('decline'),
      later: postpone,
    },
  })
  const choice = await promise
  try {
    return choice ? await (await import('./answer-offer.ts'))[choice](desk, offer) : 'postponed'
  } catch {
    const { notify } = desk.surroundings
    if (choice === 'restore')
      notify({ kind: 'error', title: 'Nothing was restored', description: STILL_KEPT })
    return 'postponed'
  } finally {
    // Not before: whoever leaves as soon as it is gone does not meet it again.
    show({ offer: null })
  }
}

/** What is postponed, is offered again. */
export type Answer = 'done' | 'postponed'
