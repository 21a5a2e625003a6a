import type { AdminArticle, Article } from '@nightdesk/contracts'
import { keepPageOpen, onSignedIn, readUserId } from '../../auth/session.ts'
import { type DraftState, revisionsOf } from './article-server.ts'
import { type DraftText, subjectOf } from './draft-text.ts'
import type { EditDependencies, EditSession, EditState } from './edit-session.ts'
import { openJournal } from './journal.ts'
import { findLimit } from './limits.ts'
import type { Opening } from './opening.ts'
import { addPendingSend, registerSession } from './pending-sends.ts'
import {
  type DraftSource,
  type Failure,
  isAtRisk,
  isBehind,
  isUnsaved,
  type Kind,
  newState,
  reduce,
  type SaveEffect,
  type SaveEvent,
  type SaveState,
} from './save-machine.ts'
import { send, sendOnLeave } from './send.ts'

/** Edits one article in one window: stores drafts in the journal and on the server, and saves versions. */
export interface DraftEditor {
  /** User id of the author. */
  user: number
  getState(): EditState
  subscribe(callback: () => void): () => void
  /** Call it with every change of the text. */
  change(text: DraftText): void
  save(): void
  /** Sends unsaved changes to the working copy now. @returns whether the server has all of them */
  sendUnsaved(): Promise<boolean>
  /** The same, and merges what the writer has written on another device. */
  catchUp(): Promise<boolean>
  /** Saves a version if there are changes. @returns whether all of them are saved */
  saveAll(): Promise<boolean>
  /** Discards unsaved changes; Undo restores them. */
  discard(): void
  /** The current text, and the version that it is compared with. */
  texts(): { saved: DraftText; written: DraftText; version_number: number }
  /**
   * Replaces the text by a version that was reverted to. Unsaved changes are stashed and can be restored; `isUndo`
   * restores them at once.
   */
  followRevert(article: Article, isUndo: boolean): Promise<void>
  /** Call it after a sign-in in this or another window. */
  signedIn(): void
  /** Closes the sign-in dialog; the next save opens it again. */
  signInLater(): void
  /** Starts journaling and sending. @returns a function that stops both */
  open(): () => void
}

export function createDraftEditor(dependencies: EditDependencies): DraftEditor {
  const store = createStore(initialState(dependencies))
  const { getState, subscribe, setState } = store
  const session = createSession(dependencies, setState)
  const { user, draft, saver } = session
  const sendAll = () => sendUnsaved(saver, subscribe)

  function signedIn() {
    if (readUserId() !== user) return
    setState({ asksToSignIn: false })
    saver.dispatch({ type: 'signed-in' })
  }

  function change(text: DraftText) {
    // The session is closed. A journal entry written now would later look like a crashed window's.
    if (session.closed.aborted) return
    draft.text = text
    session.changed_at = Date.now()
    saver.dispatch({ type: 'edited' })
    session.recordSoon()
    const limit = findLimit(text)
    if (limit?.message !== getState().limit?.message) setState({ limit })
  }

  return {
    user,
    getState,
    subscribe,
    signedIn,
    signInLater: () => setState({ asksToSignIn: false }),
    change,
    save: () => saver.dispatch({ type: 'save' }),
    sendUnsaved: sendAll,
    async catchUp() {
      if (!(await sendAll())) return false
      const { catchUp } = await import('./merging.ts')
      // The copy was merged into the text, or is gone: the server needs the text again.
      if ((await catchUp(session)) && isUnsaved(saver.state())) saver.dispatch({ type: 'edited' })
      return sendAll()
    },
    saveAll: () => saveUnsaved(saver, subscribe),
    discard: () => void import('./recovery.ts').then(({ discard }) => discard(session, sendAll)),
    texts: () => ({
      saved: draft.base.text,
      written: draft.text,
      version_number: draft.base.version_number,
    }),
    async followRevert(article, isUndo) {
      const { followRevert } = await import('./recovery.ts')
      await followRevert(session, store, article, isUndo)
    },
    open: () => openSession(session, { getState, signedIn, sendUnsaved: sendAll }),
  }
}

const initialState = ({ opening: { source, copy } }: EditDependencies): EditState => ({
  save: newState(source),
  limit: undefined,
  refused: undefined,
  isJournalBroken: false,
  unpublished_since: source === 'saved' ? null : (copy?.created_at ?? null),
  recoverable: null,
  conflict: null,
  asksToSignIn: false,
})

/** A session whose journal is not started yet; see `openSession`. */
export function createSession(
  dependencies: EditDependencies,
  setState: (change: Partial<EditState>) => void,
): EditSession {
  const { opening } = dependencies
  const saver = createSaver({
    source: opening.source,
    send: (kind) => send(session, kind),
    isOpen: () => !session.closed.aborted,
    merge: () => void merge(session),
    askToSignIn: () => session.askToSignIn(),
    onChange(save, before) {
      setState({ save, ...sinceOf(save, before) })
      followSaver(session, save, before)
    },
  })
  const session: EditSession = {
    dependencies,
    user: readUserId() ?? 0,
    draft: draftOf(opening),
    saver,
    journal: undefined,
    closed: AbortSignal.abort(),
    lastAnswer: Promise.resolve(),
    setState,
    stashed: undefined,
    sentOnLeave: undefined,
    changed_at: 0,
    askToSignIn: () => askInPause(session),
    recordSoon: (isStashed) => recordSoon(session, isStashed),
    async record() {
      recordSoon(session)
      await session.journal?.flush()
    },
  }
  return session
}

const draftOf = ({ text, base, copy }: Opening): DraftState => ({
  text,
  base,
  copy_revision: copy?.revision ?? 0,
  copied: copy?.text,
  unanswered: [],
})

/** When unsaved changes began or ended. */
function sinceOf(state: SaveState, before: SaveState): Pick<EditState, 'unpublished_since'> | undefined {
  if (isUnsaved(state) === isUnsaved(before)) return
  return { unpublished_since: isUnsaved(state) ? new Date().toISOString() : null }
}

function followSaver(session: EditSession, save: SaveState, before: SaveState) {
  const { saved } = session.draft
  if (save.sent !== before.sent && saved) followSave(session, save, saved)
  // The journal records that the server has the text.
  else if (isUnsaved(save) && isBehind(before) && !isBehind(save)) session.recordSoon()
}

/** After a save the journal is emptied, or rewritten with the new base if more was typed meanwhile. */
function followSave(session: EditSession, state: SaveState, saved: AdminArticle) {
  becomeArticle(session, saved)
  if (isUnsaved(state)) session.recordSoon()
  else void session.journal?.clear()
  session.draft.saved = undefined
  session.dependencies.onSaved(saved)
}

function askInPause({ changed_at, setState, askToSignIn }: EditSession) {
  const wait = changed_at + TYPING_PAUSE - Date.now()
  if (wait <= 0) setState({ asksToSignIn: true })
  else setTimeout(askToSignIn, wait)
}

function recordSoon({ draft, saver, journal }: EditSession, is_stashed = false) {
  const { text, base, copy_revision, unanswered } = draft
  const state = saver.state()
  journal?.record({
    edit: state.edited,
    text,
    base_version: base.version_number,
    base_tags: base.text.tags,
    copy_revision,
    unanswered_revisions: revisionsOf(unanswered),
    // A stashed text is only in the journal.
    is_sent: !is_stashed && !isBehind(state),
    is_stashed,
  })
}

interface OpenOptions {
  getState(): EditState
  signedIn(): void
  sendUnsaved(): Promise<boolean>
}

/**
 * Starts the journal, listens to the browser, and recovers drafts of closed windows.
 * @returns a function that stops all that
 */
function openSession(session: EditSession, { getState, signedIn, sendUnsaved }: OpenOptions): () => void {
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
  void import('./recovery.ts').then(({ recoverOrphaned }) => recoverOrphaned(session))
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

/** Milliseconds without typing after which unsaved changes are sent. */
const TYPING_PAUSE = 1_000
/** Milliseconds after which they are sent although typing continues. */
const MAX_WAIT = 30_000
/** Milliseconds before the first retry; each retry doubles it, up to MAX_RETRY. */
const FIRST_RETRY = 2_000
const MAX_RETRY = 60_000

export interface Saver {
  state(): SaveState
  dispatch(event: SaveEvent): void
  stop(): void
}

interface SaverOptions {
  source: DraftSource
  /** Sends the current text. @returns the failure, or null */
  send(kind: Kind): Promise<Failure | null>
  /** False when the editor is closed: a request under way ends, and a save that waits for it follows, but no retry. */
  isOpen(): boolean
  merge(): void
  askToSignIn(): void
  onChange(state: SaveState, before: SaveState): void
}

/** Performs the effects of the save machine: requests and timers. */
export function createSaver({ source, send, isOpen, merge, askToSignIn, onChange }: SaverOptions): Saver {
  let state = newState(source)
  const timers = createTimers(() => dispatch({ type: 'autosave' }))

  function dispatch(event: SaveEvent): void {
    const before = state
    const [next, effects] = reduce(before, event)
    state = next
    onChange(next, before)
    for (const effect of effects) perform(effect)
  }

  function perform(effect: SaveEffect): void {
    if (effect.do === 'send') void sendNow(effect.kind)
    else if (effect.do === 'merge') merge()
    else if (!isOpen()) return
    else if (effect.do === 'wait-for-pause') timers.waitForPause()
    else if (effect.do === 'try-again') timers.tryAgain(effect.failures)
    else askToSignIn()
  }

  async function sendNow(kind: Kind) {
    timers.clear()
    const failure = await send(kind)
    dispatch(failure ? { type: 'failed', failure } : { type: 'succeeded' })
  }

  return { state: () => state, dispatch, stop: timers.clear }
}

type Timer = ReturnType<typeof setTimeout>

function createTimers(fire: () => void) {
  let pause: Timer | undefined
  let latest: Timer | undefined
  let retry: Timer | undefined

  function clear() {
    for (const timer of [pause, latest, retry]) clearTimeout(timer)
    pause = latest = retry = undefined
  }
  function end() {
    clear()
    fire()
  }
  return {
    clear,
    waitForPause() {
      // While a retry is pending, typing must not cause more requests.
      if (retry) return
      clearTimeout(pause)
      pause = setTimeout(end, TYPING_PAUSE)
      latest ??= setTimeout(end, MAX_WAIT)
    },
    tryAgain(failures: number) {
      clear()
      retry = setTimeout(end, Math.min(FIRST_RETRY * 2 ** (failures - 1), MAX_RETRY))
    },
  }
}

/**
 * Sends unsaved changes to the working copy without waiting for a pause.
 * @returns whether the server has every edit made until the call
 */
export async function sendUnsaved(
  saver: Saver,
  subscribe: (callback: () => void) => () => void,
): Promise<boolean> {
  const { edited } = saver.state()
  const isHeld = ({ saved, copied }: SaveState) => Math.max(saved, copied) >= edited
  await untilIdle(saver, subscribe)
  if (!isHeld(saver.state())) saver.dispatch({ type: 'autosave' })
  await untilIdle(saver, subscribe)
  return isHeld(saver.state())
}

/** Saves a version unless everything is saved. @returns whether every edit made until the call is saved */
async function saveUnsaved(saver: Saver, subscribe: (callback: () => void) => () => void): Promise<boolean> {
  const { edited } = saver.state()
  const isSaved = () => saver.state().saved >= edited
  if (isSaved()) return true
  saver.dispatch({ type: 'save' })
  await untilIdle(saver, subscribe)
  return isSaved()
}

/** Resolves when no request is under way. */
export const untilIdle = (saver: Saver, subscribe: (callback: () => void) => () => void): Promise<void> =>
  new Promise((resolve) => {
    const stop = subscribe(look)
    function look() {
      if (saver.state().sent !== null) return
      stop()
      resolve()
    }
    look()
  })

/** After the first save of a new text, makes the session one about the article that was created. */
export function becomeArticle(session: EditSession, article: AdminArticle): void {
  const { dependencies, journal } = session
  if (dependencies.article || !dependencies.serverOf) return
  void journal?.clear().finally(journal.close)
  const { id } = article
  Object.assign(dependencies, {
    article,
    subject: subjectOf(id, undefined),
    server: dependencies.serverOf(id),
  })
  if (!session.closed.aborted) startJournal(session)
}

/** Loads the merge after a save was refused because of a newer version, and reports when it cannot be loaded. */
async function merge(session: EditSession): Promise<void> {
  const { notify, failureTitle } = session.dependencies
  const loaded = await import('./merging.ts').catch(() => null)
  if (!session.closed.aborted && (await loaded?.mergeTheirs(session))) return
  const description =
    'Somebody else saved meanwhile, and their text cannot be loaded. Save again to try again.'
  notify({ kind: 'error', title: failureTitle, description })
}

/** Starts a new journal entry for the session. */
export function startJournal(session: EditSession): void {
  const { dependencies, user, saver, setState } = session
  session.journal = openJournal({
    user,
    subject: dependencies.subject,
    onRecorded: (edit) => saver.dispatch({ type: 'journaled', edit }),
    onFailed: () => setState({ isJournalBroken: true }),
  })
}

/** A minimal observable store for `useSyncExternalStore`. */
export function createStore<State extends object>(initial: State) {
  const listeners = new Set<() => void>()
  let state = initial
  return {
    getState: () => state,
    subscribe(callback: () => void) {
      listeners.add(callback)
      return () => {
        listeners.delete(callback)
      }
    },
    setState(change: Partial<State>) {
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    },
  }
}
