import { keepPageOpen, onSignedIn } from '../../auth/session.ts'
import { sendingOnLeave, writingOpened } from './departures.ts'
import type { Desk, WritingView } from './desk.ts'
import { isAtRisk, isUnsaved } from './save-machine.ts'
import { startJournal } from './set-aside.ts'

interface OpenOptions {
  view(): WritingView
  signedIn(): void
  sendUnsaved(): Promise<boolean>
}

/** Begins to keep what is written, to listen to the browser, and to take up what was left. @returns what ends all that */
export function openDesk(desk: Desk, { view, signedIn, sendUnsaved }: OpenOptions): () => void {
  const { saver } = desk
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
    // Signing out in another window empties the device.
    desk.journal?.forget()
    const isNeeded = isUnsaved(saver.state())
    if (isNeeded) desk.askToSignIn()
    return isNeeded
  }
  const leave = sendOnLeaving(desk, signal)
  const releases = [
    keepPageOpen(takesOver),
    onSignedIn(signedIn),
    () => desk.journal?.close(),
    saver.stop,
    writingOpened({ sendUnsaved }),
  ]
  void import('./take-up.ts').then(({ takeUpLeftWork }) => takeUpLeftWork(desk))
  saver.dispatch({ type: 'autosave' })
  return () => {
    leave()
    closing.abort()
    for (const release of releases) release()
  }
}

/** Listens to the page being hidden or left. @returns what says that the text is left and the page stays */
function sendOnLeaving(desk: Desk, signal: AbortSignal): () => void {
  let sendOnLeave: typeof import('./departure.ts').sendOnLeave | undefined
  const loading = import('./departure.ts').then((loaded) => {
    sendOnLeave = loaded.sendOnLeave
  })
  const leavePage = () => {
    void sendOnLeave?.(desk)
    void desk.journal?.flush()
  }
  const hide = () => document.visibilityState === 'hidden' && leavePage()
  document.addEventListener('visibilitychange', hide, { signal })
  window.addEventListener('pagehide', leavePage, { signal })
  return () => {
    const sending = loading.then(() => sendOnLeave?.(desk)).catch(() => undefined)
    sendingOnLeave(desk.surroundings.subject, sending)
  }
}
