import type { DraftText } from '../draft-text.ts'
import type { EditSession } from '../edit-session.ts'

/** Another copy of the text that cannot be merged by itself, so its author decides. */
export interface RecoverableDraft {
  text: DraftText
  base_version: number
  /** The article's tags when it was begun; undefined when unknown. */
  base_tags?: string[]
  updated_at: string
  /** Deletes the draft, because it was restored or declined. */
  remove(): Promise<void>
  /** Lets another window recover it. */
  release(): void
}

/** A postponed draft is asked about again at the next opening. */
export type Answer = 'done' | 'postponed'

const STILL_KEPT = 'Your changes are still kept. Load this page again to restore them.'

/** Asks about a draft after those before it are lastAnswer, and carries out the answer. */
export function promptRecovery(session: EditSession, recoverable: RecoverableDraft): Promise<Answer> {
  const answer = session.lastAnswer
    .then(() => ask(session, recoverable))
    .then((answer) => {
      if (answer === 'postponed') recoverable.release()
      return answer
    })
  session.lastAnswer = answer
  return answer
}

/** Shows one draft until it is lastAnswer, and carries out the answer. */
async function ask(session: EditSession, recoverable: RecoverableDraft): Promise<Answer> {
  const { setState, closed } = session
  const { promise, resolve } = Promise.withResolvers<keyof typeof import('./answer-recovery.ts') | null>()
  const postpone = () => resolve(null)
  if (closed.aborted) return 'postponed'
  closed.addEventListener('abort', postpone, { once: true })
  setState({
    recoverable: {
      ...recoverable,
      current: session.draft.text,
      restore: () => resolve('restore'),
      decline: () => resolve('decline'),
      later: postpone,
    },
  })
  const choice = await promise
  try {
    return choice ? await (await import('./answer-recovery.ts'))[choice](session, recoverable) : 'postponed'
  } catch {
    const { notify } = session.dependencies
    if (choice === 'restore')
      notify({ kind: 'error', title: 'Nothing was restored', description: STILL_KEPT })
    return 'postponed'
  } finally {
    // Only now: if the editor is closed as soon as the question disappears, the answer has been carried out.
    setState({ recoverable: null })
  }
}
