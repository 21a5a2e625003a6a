import { keepPageOpen, onSignedIn } from '../../auth/session.ts'
import type { EditSession, EditState } from './edit-session.ts'
import { sendingOnLeave, sessionOpened } from './leaving/departures.ts'
import { isAtRisk, isUnsaved } from './machine/save-machine.ts'
import { startJournal } from './recovery/stash.ts'

interface OpenOptions {
  view(): EditState
  signedIn(): void
  sendUnsaved(): Promise<boolean>
}

/**
 * Starts the journal, listens to the browser, and recovers drafts of closed windows.
 * @returns a function that stops all that
 */
export function openSession(session: EditSession, { view, signedIn, sendUnsaved }: OpenOptions): () => void {
  const { saver } = session
  const closing = new AbortController()
  const { signal } = closing
  session.closed = signal
  startJournal(session)
  window.addEventListener('online', () => saver.dispatch({ type: 'online' }), { signal })
  window.addEventListener('offline', () => saver.dispatch({ type: 'offline' }), { signal })
  const warn = (event: BeforeUnloadEvent) => {
    // The browser finishes writes to a working journal while the page closes.
    if (view().isJournalBroken && isAtRisk(saver.state())) event.preventDefault()
  }
  window.addEventListener('beforeunload', warn, { signal })
  /** When the login session ends with unsaved changes, opens the sign-in dialog over the page. */
  const takesOver = () => {
    // Signing out in another window has deleted the journal entries.
    session.journal?.forget()
    const isNeeded = isUnsaved(saver.state())
    if (isNeeded) session.askToSignIn()
    return isNeeded
  }
  const leave = sendOnLeaving(session, signal)
  const releases = [
    keepPageOpen(takesOver),
    onSignedIn(signedIn),
    () => session.journal?.close(),
    saver.stop,
    sessionOpened({ sendUnsaved }),
  ]
  void import('./recovery/take-up-left.ts').then(({ takeUpLeftDrafts }) => takeUpLeftDrafts(session))
  saver.dispatch({ type: 'autosave' })
  return () => {
    leave()
    closing.abort()
    for (const release of releases) release()
  }
}

/**
 * Sends changes when the page is hidden or closed.
 * @returns a function to call when the editor closes and the page stays
 */
function sendOnLeaving(session: EditSession, signal: AbortSignal): () => void {
  let sendOnLeave: typeof import('./leaving/send-on-leaving.ts').sendOnLeave | undefined
  const loading = import('./leaving/send-on-leaving.ts').then((loaded) => {
    sendOnLeave = loaded.sendOnLeave
  })
  const leavePage = () => {
    void sendOnLeave?.(session)
    void session.journal?.flush()
  }
  const hide = () => document.visibilityState === 'hidden' && leavePage()
  document.addEventListener('visibilitychange', hide, { signal })
  window.addEventListener('pagehide', leavePage, { signal })
  return () => {
    const sending = loading.then(() => sendOnLeave?.(session)).catch(() => undefined)
    sendingOnLeave(session.dependencies.subject, sending)
  }
}
