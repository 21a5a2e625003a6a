import { keepPageOpen, onSignedIn } from '../../auth/session.ts'
import type { EditSession, EditState } from './edit-session.ts'
import { startJournal } from './journal/start-journal.ts'
import { addPendingSend, registerSession } from './leaving/pending-sends.ts'
import { sendOnLeave } from './leaving/send-on-leaving.ts'
import { isAtRisk, isUnsaved } from './machine/save-machine.ts'

interface OpenOptions {
  getState(): EditState
  signedIn(): void
  sendUnsaved(): Promise<boolean>
}

/**
 * Starts the journal, listens to the browser, and recovers drafts of closed windows.
 * @returns a function that stops all that
 */
export function openSession(
  session: EditSession,
  { getState, signedIn, sendUnsaved }: OpenOptions,
): () => void {
  const { saver } = session
  const closing = new AbortController()
  session.closed = closing.signal
  startJournal(session)
  followConnection(session)
  warnOfLoss(session, getState)
  sendOnLeaving(session)
  const releases = [
    keepPageOpen(() => takeOverSignIn(session)),
    onSignedIn(signedIn),
    () => session.journal?.close(),
    saver.stop,
    registerSession({ sendUnsaved }),
  ]
  void import('./recovery/recover-orphaned.ts').then(({ recoverOrphaned }) => recoverOrphaned(session))
  saver.dispatch({ type: 'autosave' })
  return () => {
    // The page stays, so that the text may be opened again at once.
    addPendingSend(session.dependencies.subject, sendOnLeave(session) ?? Promise.resolve())
    closing.abort()
    for (const release of releases) release()
  }
}

function followConnection({ saver, closed: signal }: EditSession) {
  window.addEventListener('online', () => saver.dispatch({ type: 'online' }), { signal })
  window.addEventListener('offline', () => saver.dispatch({ type: 'offline' }), { signal })
}

function warnOfLoss({ saver, closed: signal }: EditSession, getState: () => EditState) {
  const warn = (event: BeforeUnloadEvent) => {
    // The browser finishes writes to a working journal while the page closes.
    if (getState().isJournalBroken && isAtRisk(saver.state())) event.preventDefault()
  }
  window.addEventListener('beforeunload', warn, { signal })
}

/** When the login session ends with unsaved changes, opens the sign-in dialog over the page. @returns whether it does */
function takeOverSignIn({ journal, saver, askToSignIn }: EditSession): boolean {
  // Signing out in another window has deleted the journal entries.
  journal?.forget()
  const isNeeded = isUnsaved(saver.state())
  if (isNeeded) askToSignIn()
  return isNeeded
}

/** Sends changes when the page is hidden or closed. */
function sendOnLeaving(session: EditSession) {
  const { closed: signal } = session
  const leavePage = () => {
    void sendOnLeave(session)
    void session.journal?.flush()
  }
  const hide = () => document.visibilityState === 'hidden' && leavePage()
  document.addEventListener('visibilitychange', hide, { signal })
  window.addEventListener('pagehide', leavePage, { signal })
}
