import type { ArticleText } from '../article-text.ts'
import type { EditSession } from '../edit-session.ts'

/** Another copy of the text, which only its writer can judge. */
export interface RecoverableDraft {
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
export function offerDraft(session: EditSession, offer: RecoverableDraft): Promise<Answer> {
  const answer = session.answered
    .then(() => ask(session, offer))
    .then((given) => {
      if (given === 'postponed') offer.release()
      return given
    })
  session.answered = answer
  return answer
}

/** Shows an offer until it is answered, and does what was chosen. */
async function ask(session: EditSession, offer: RecoverableDraft): Promise<Answer> {
  const { setState, closed } = session
  const { promise, resolve } = Promise.withResolvers<keyof typeof import('./answer-recoverable.ts') | null>()
  const postpone = () => resolve(null)
  if (closed.aborted) return 'postponed'
  closed.addEventListener('abort', postpone, { once: true })
  setState({
    offer: {
      ...offer,
      opened: session.draft.text,
      restore: () => resolve('restore'),
      decline: () => resolve('decline'),
      later: postpone,
    },
  })
  const choice = await promise
  try {
    return choice ? await (await import('./answer-recoverable.ts'))[choice](session, offer) : 'postponed'
  } catch {
    const { notify } = session.dependencies
    if (choice === 'restore')
      notify({ kind: 'error', title: 'Nothing was restored', description: STILL_KEPT })
    return 'postponed'
  } finally {
    // Not before: whoever leaves as soon as it is gone does not meet it again.
    setState({ offer: null })
  }
}
