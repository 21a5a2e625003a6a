import type { ArticleText } from './article-text.ts'
import type { Desk } from './desk.ts'

/** Another copy of the text, which only its writer can judge. */
export interface Offer {
  text: ArticleText
  base_version: number
  /** The tags it began from; missing where they are not known. */
  base_tags?: string[]
  updated_at: string
  /** It is taken up, or was declined. */
  remove(): Promise<void>
  /** Another window may offer it. */
  release(): void
}

/** What is postponed, is offered again. */
export type Answer = 'done' | 'postponed'

const STILL_KEPT = 'Your changes are still kept. Load this page again to restore them.'

/** Offers another copy when the offers before it are answered, and does what is chosen. */
export function offerWork(desk: Desk, offer: Offer): Promise<Answer> {
  const answer = desk.answered
    .then(() => ask(desk, offer))
    .then((given) => {
      if (given === 'postponed') offer.release()
      return given
    })
  desk.answered = answer
  return answer
}

/** Shows an offer until it is answered, and does what was chosen. */
async function ask(desk: Desk, offer: Offer): Promise<Answer> {
  const { show, closed } = desk
  const { promise, resolve } = Promise.withResolvers<keyof typeof import('./answer-offer.ts') | null>()
  const postpone = () => resolve(null)
  if (closed.aborted) return 'postponed'
  closed.addEventListener('abort', postpone, { once: true })
  show({
    offer: {
      ...offer,
      opened: desk.work.text,
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
