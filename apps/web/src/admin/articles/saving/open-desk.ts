import { keepPageOpen, onSignedIn } from '../../auth/session.ts'
import type { Desk, WritingView } from './desk.ts'
import { offerLeftWork } from './offer-left-work.ts'
import { isAtRisk, isUnsaved } from './save-machine.ts'
import { startJournal } from './set-aside.ts'

interface OpenOptions {
  view(): WritingView
  signedIn(): void
}

/** Begins to keep what is written, to listen to the browser, and to offer what was left. @returns what ends all that */
export function openDesk(desk: Desk, { view, signedIn }: OpenOptions): () => void {
  const { saver, show } = desk
  const closing = new AbortController()
  const { signal } = closing
  desk.closed = signal
  startJournal(desk)
  window.addEventListener('online', () => saver.dispatch({ type: 'online' }), { signal })
  window.addEventListener('offline', () => saver.dispatch({ type: 'offline' }), { signal })
  const warn = (event: BeforeUnloadEvent) => {
    // A journal that works keeps the last keys while the page closes.
    if (view().isJournalBroken && isAtRisk(saver.state())) event.preventDefault()
  }
  window.addEventListener('beforeunload', warn, { signal })
  /** When the session ends and there is something to lose, sign-in is asked for over the page. */
  const takesOver = () => {
    const isNeeded = isUnsaved(saver.state())
    if (isNeeded) show({ asksToSignIn: true })
    return isNeeded
  }
  const releases = [keepPageOpen(takesOver), onSignedIn(signedIn), () => desk.journal?.close(), saver.stop]
  void offerLeftWork(desk)
  return () => {
    closing.abort()
    for (const release of releases) release()
  }
}
