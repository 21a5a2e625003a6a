import {
  type AdminArticle,
  type Article,
  anyRevision,
  type FieldError,
  mergeTags,
} from '@nightdesk/contracts'
import { type ApiError, explain } from '../../../api.ts'
import type { Notify } from '../../../ui/toast.tsx'
import { keepPageOpen, onSignedIn, readUserId } from '../../auth/session.ts'
import {
  type ArticleServer,
  addSent,
  type DraftState,
  failureOf,
  forgetCopy,
  isSaveUnanswered,
  revisionsOf,
  type Sent,
  setAnswered,
} from './article-server.ts'
import { type DraftText, isNew, type Subject, textOf } from './draft-text.ts'
import { type Journal, openJournal } from './journal.ts'
import { findLimit, type LimitNotice } from './limits.ts'
import type { MergedText, TextChoices } from './merge-text.ts'
import type { Opening } from './opening.ts'
import type { OrphanedEntry } from './orphaned-entries.ts'
import { addPendingSend, registerEditor } from './pending-sends.ts'
import {
  type Failure,
  isBehind,
  isUnsaved,
  type Kind,
  newState,
  reduce,
  type SaveEffect,
  type SaveEvent,
  type SaveState,
} from './save-machine.ts'

/** Edits one text in one window: stores drafts in the journal and on the server, and saves versions. */
export interface DraftEditor {
  /** User id of the author. After a sign-in as another user, the draft is neither shown nor saved. */
  readonly user: number
  getState(): EditState
  subscribe(callback: () => void): () => void
  change(part: Partial<DraftText>): void
  /** Counts the images that are not uploaded yet; a save would not contain them. */
  setUploads(of: 'text' | 'poster', count: number): void
  isUploading(): boolean
  save(): void
  /** Sends unsaved changes to the working copy now. @returns whether the server has every edit made until the call */
  flush(): Promise<boolean>
  /** The same, and merges what the writer has written on another device. */
  catchUp(): Promise<boolean>
  /**
   * Saves a version if there are changes, or a newer version than the text is based on.
   * @returns whether every edit made until the call is saved
   */
  saveAll(newest_version?: number): Promise<boolean>
  /** Discards unsaved changes; Undo restores them. */
  discard(): void
  /** The current text, and the version that it is based on. */
  texts(): { written: DraftText; base: DraftText; version_number: number }
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

/** The state that the screen renders. */
export interface EditState {
  save: SaveState
  /** Counts the texts that were shown, merges aside. Uploads for one do not end up in the next. */
  text_number: number
  limit: LimitNotice | undefined
  /** The server's field errors from the last save. */
  refused: FieldError[] | undefined
  /** The journal cannot be written, so unsent changes would be lost with the page. */
  isJournalBroken: boolean
  /** When unsaved changes began; null when there are none. */
  unpublished_since: string | null
  recoverable: RecoveryPrompt | null
  conflict: Conflict | null
  asksToSignIn: boolean
}

/** A merge with conflicts that the author has to resolve. */
export interface Conflict {
  merged: MergedText
  decide(choices: TextChoices): void
  /** Closes the dialog and changes nothing. */
  later(): void
}

/** Another copy of the text that cannot be merged by itself, so its author decides. */
export type RecoverableDraft = Pick<
  OrphanedEntry,
  'text' | 'base_version' | 'base_tags' | 'updated_at' | 'remove' | 'release'
>

/** A recoverable draft on screen. */
export interface RecoveryPrompt extends RecoverableDraft {
  /** The current text, for the comparison. */
  current: DraftText
  answer(given: RecoveryAnswer): void
}

export type RecoveryAnswer = 'restore' | 'decline' | 'later'

interface EditorOptions {
  /** In the editor, after the first save of a new text, that of its article. */
  subject: Subject
  opening: Opening
  /** API calls about the text, and after its first save about the article. */
  serverOf(subject: Subject): ArticleServer
  /**
   * Loads the code to show another text. The returned function then shows one without waiting, and the form reports it
   * as a change.
   */
  prepareReplace(): Promise<(text: DraftText) => void>
  notify: Notify
  /** @param isContinued whether the author has gone on writing since they last asked for a save */
  onSaved(article: AdminArticle, isContinued: boolean): void
}

/** The editor as its modules know it, also those for merging and recovery that are loaded later. */
export interface EditorCore extends DraftEditor, EditorOptions {
  server: ArticleServer
  state: EditState
  listeners: Set<() => void>
  draft: DraftState
  timers: Timers
  /** Undefined until the text is open. */
  journal: Journal | undefined
  /** Aborted when the text is closed. */
  closed: AbortSignal
  /** Title of the notification when a save fails. */
  failureTitle: string
  /** Time of the last change, as in `Date.now()`. */
  changed_at: number
  /** Number of the newest edit when the author last asked for a save. */
  asked_at_edit: number
  /** The text that was sent when the page was hidden. */
  sentOnLeave: DraftText | undefined
  /** The unsaved changes that the last revert has replaced. */
  stashed: DraftText | undefined
  /** Resolves when the last recoverable draft has been answered; they are asked about one at a time. */
  lastAnswer: Promise<unknown>
}

export function createDraftEditor(options: EditorOptions): EditorCore {
  const { subject } = options
  const { text, base, copy, source } = options.opening
  const uploads = { text: 0, poster: 0 }
  const editor: EditorCore = {
    ...options,
    server: options.serverOf(subject),
    user: readUserId() ?? 0,
    state: {
      save: newState(source),
      text_number: 0,
      limit: undefined,
      refused: undefined,
      isJournalBroken: false,
      unpublished_since: source === 'saved' ? null : (copy?.created_at ?? null),
      recoverable: null,
      conflict: null,
      asksToSignIn: false,
    },
    listeners: new Set(),
    draft: {
      text,
      base,
      copy_revision: copy?.revision ?? 0,
      lastCopy: copy ? textOf(copy) : undefined,
      unanswered: [],
    },
    timers: createTimers(() => dispatch(editor, { type: 'autosave' })),
    journal: undefined,
    closed: AbortSignal.abort(),
    failureTitle: isNew(subject) ? 'Failed to save article' : 'Failed to update article',
    changed_at: 0,
    asked_at_edit: 0,
    sentOnLeave: undefined,
    stashed: undefined,
    lastAnswer: Promise.resolve(),

    getState: () => editor.state,
    subscribe(callback) {
      editor.listeners.add(callback)
      return () => editor.listeners.delete(callback)
    },
    change: (part) => change(editor, part),
    setUploads(of, count) {
      uploads[of] = count
    },
    isUploading: () => uploads.text + uploads.poster > 0,
    save: () => dispatch(editor, { type: 'save' }),
    flush: () => flush(editor),
    catchUp: () => catchUp(editor),
    saveAll: (newest_version) => saveAll(editor, newest_version),
    discard: () => void import('./recovery.ts').then(({ discard }) => discard(editor)),
    texts: () => ({
      written: editor.draft.text,
      base: editor.draft.base.text,
      version_number: editor.draft.base.version_number,
    }),
    async followRevert(article, isUndo) {
      const { followRevert } = await import('./recovery.ts')
      await followRevert(editor, article, isUndo)
    },
    signedIn() {
      if (readUserId() !== editor.user) return
      set(editor, { asksToSignIn: false })
      dispatch(editor, { type: 'signed-in' })
    },
    signInLater: () => set(editor, { asksToSignIn: false }),
    open: () => open(editor),
  }
  return editor
}

function change(editor: EditorCore, part: Partial<DraftText>) {
  // A journal entry written after closing would later look like a crashed window's.
  if (editor.closed.aborted) return
  const text = { ...editor.draft.text, ...part }
  editor.draft.text = text
  editor.changed_at = Date.now()
  dispatch(editor, { type: 'edited' })
  recordSoon(editor)
  const limit = findLimit(text)
  if (limit?.message !== editor.state.limit?.message) set(editor, { limit })
}

export function set(editor: EditorCore, change: Partial<EditState>): void {
  editor.state = { ...editor.state, ...change }
  for (const listener of editor.listeners) listener()
}

/** @param saved the answer to a save that succeeded */
export function dispatch(editor: EditorCore, event: SaveEvent, saved?: AdminArticle): void {
  const before = editor.state.save
  const [save, effects] = reduce(before, event)
  if (event.type === 'save') editor.asked_at_edit = before.edited
  const isChanged = saved !== undefined || isUnsaved(save) !== isUnsaved(before)
  const unpublished_since = isUnsaved(save) ? new Date().toISOString() : null
  set(editor, { save, ...(isChanged && { unpublished_since }) })
  if (saved) followSave(editor, saved)
  // The journal records that the server has the text.
  else if (isUnsaved(save) && isBehind(before) && !isBehind(save)) recordSoon(editor)
  for (const effect of effects) perform(editor, effect)
}

/** The journal is emptied, or rewritten with the new base if more was typed meanwhile. */
function followSave(editor: EditorCore, saved: AdminArticle) {
  becomeArticle(editor, saved)
  if (isUnsaved(editor.state.save)) recordSoon(editor)
  else void editor.journal?.clear()
  editor.onSaved(saved, editor.state.save.edited > editor.asked_at_edit)
}

/** After the first save of a new text, makes the editor one of the article that was created. */
export function becomeArticle(editor: EditorCore, { id }: AdminArticle): void {
  const { subject, journal, serverOf } = editor
  if (!isNew(subject)) return
  void journal?.clear().finally(journal.close)
  editor.subject = { id }
  editor.server = serverOf(editor.subject)
  startJournal(editor)
}

function perform(editor: EditorCore, effect: SaveEffect) {
  const { timers, closed } = editor
  if (effect.do === 'send') void send(editor, effect.kind)
  else if (effect.do === 'merge') void merge(editor)
  // A closed editor ends its request and the save that waits for it, but tries nothing again.
  else if (closed.aborted) return
  else if (effect.do === 'wait-for-pause') timers.waitForPause()
  else if (effect.do === 'try-again') timers.tryAgain(effect.failures)
  else askToSignIn(editor)
}

async function send(editor: EditorCore, kind: Kind) {
  editor.timers.clear()
  const { copied } = editor.state.save
  const answer = await request(editor, kind)
  if (typeof answer === 'string') return dispatch(editor, { type: 'failed', failure: answer })
  dispatch(editor, { type: 'succeeded' }, answer)
  // What was copied during the save is based on the version before.
  const { save } = editor.state
  if (answer && save.copied > copied && isUnsaved(save)) dispatch(editor, { type: 'edited' })
}

/** @returns the article that was saved, or why the request failed; undefined after an autosave */
async function request(editor: EditorCore, kind: Kind): Promise<AdminArticle | Failure | undefined> {
  if (findLimit(editor.draft.text)?.isOver) return 'refused'
  if (readUserId() !== editor.user) return 'signed-out'
  try {
    if (kind === 'save' && isNew(editor.subject) && (await isSavedElsewhere(editor))) return 'conflict'
    return await (kind === 'save' ? save(editor) : autosave(editor))
  } catch (error) {
    return explainFailure(editor, kind, error as ApiError) // the client throws nothing else
  }
}

/** Whether another window has saved the copy of a new text that this one has gone on with: the server would overwrite its article. */
async function isSavedElsewhere({ draft, server }: EditorCore): Promise<boolean> {
  if (isSaveUnanswered(draft)) return false
  if (draft.copy_revision > 0 && !(await server.readCopy())) draft.superseded ??= draft.lastCopy
  return draft.superseded !== undefined && (await server.read()) !== null
}

async function save(editor: EditorCore): Promise<AdminArticle> {
  const { draft, server, subject } = editor
  const { copy_revision, unanswered } = draft
  const sent = addSent(draft, 0)
  const saved = await answerOf(draft, sent, server.save(draft))
  draft.base = { version_number: saved.version_number, text: textOf(saved) }
  // The tags that others have changed: without them, the next save would undo that.
  draft.text = { ...draft.text, tags: mergeTags(sent.text.tags, draft.text.tags, draft.base.text.tags) }
  // The server has removed what the requests before had written, but not what was sent on leave meanwhile.
  draft.unanswered = draft.unanswered.filter((other) => other !== sent && !unanswered.includes(other))
  for (const other of draft.unanswered) other.follows = [...other.follows, 0]
  const isCopied = draft.copy_revision !== copy_revision
  if (isNew(subject) && isCopied) void deleteLeft(server, draft.copy_revision)
  if (isNew(subject) || !isCopied) forgetCopy(draft)
  set(editor, { refused: undefined })
  return saved
}

/** Deletes the working copy of a new text that has become an article, which would stay in the list as a draft of its own. */
export const deleteLeft = (server: ArticleServer, revision: number): Promise<void> =>
  server.deleteCopy(revision).catch(() => undefined)

/** How many times one autosave merges with another window that keeps writing. */
const MAX_MERGES = 3

async function autosave(editor: EditorCore): Promise<undefined> {
  for (let left = MAX_MERGES; ; left--) {
    const { copy_revision } = editor.draft
    try {
      return await putCopy(editor)
    } catch (error) {
      const isStale = failureOf(error as ApiError) === 'conflict' // the client throws nothing else
      if (!isStale || left === 0) throw error
      // A request on leave has arrived before this one.
      if (editor.draft.copy_revision !== copy_revision) continue
      const { mergeOtherWindow } = await import('./merging.ts')
      if (!(await mergeOtherWindow(editor))) throw error
    }
  }
}

/**
 * Records the coming revision in the journal first: if the page crashes now, the copy is still recognised as this
 * window's. A text that is sent again keeps its revision, as the first request may have arrived.
 */
async function putCopy(editor: EditorCore): Promise<undefined> {
  const { draft, server } = editor
  const now = { ...draft }
  const again = draft.unanswered.find(
    ({ text, revision, follows }) => text === now.text && revision > 0 && follows.includes(now.copy_revision),
  )
  const sent = again ?? addSent(draft, anyRevision())
  await record(editor)
  const { revision } = await answerOf(draft, sent, server.putCopy(now, sent.revision))
  setAnswered(draft, sent, revision)
}

/** Waits for the answer to a request. Without one, the text stays among the unanswered. */
async function answerOf<T>(draft: DraftState, sent: Sent, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const failure = failureOf(error as ApiError) // the client throws nothing else
    if (failure !== 'offline' && failure !== 'server') setAnswered(draft, sent)
    throw error
  }
}

async function explainFailure(editor: EditorCore, kind: Kind, error: ApiError): Promise<Failure> {
  const { state, server, notify, failureTitle } = editor
  const failure = failureOf(error)
  if (kind === 'autosave') {
    const isFirst = state.save.failures === 0
    if (failure === 'conflict' && isFirst)
      notify({ kind: 'info', title: 'Kept on this device only', description: error.message })
    return failure
  }
  if (failure === 'signed-out') return failure
  // An article in the trash is refused with a conflict too, but there is nothing to merge.
  if (failure === 'conflict' && !(await isInTrash(server))) return failure
  set(editor, { refused: error.data?.fields })
  if (failure === 'offline') {
    const description = 'The server could not be reached. Your text is saved when the line is back.'
    if (!state.save.sent?.isAgain) notify({ kind: 'error', title: failureTitle, description })
    return failure
  }
  notify({ kind: 'error', title: failureTitle, description: explain(error) })
  return failure === 'conflict' ? 'refused' : failure
}

const isInTrash = (server: ArticleServer) =>
  server.read().then(
    (article) => article?.state === 'deleted',
    () => false, // the merge reads it again, and reports the error
  )

/** After a save was refused because of a newer version. */
async function merge(editor: EditorCore) {
  const { closed, notify, failureTitle } = editor
  const loaded = await import('./merging.ts').catch(() => null)
  if (!closed.aborted && (await loaded?.mergeNewVersion(editor))) return
  const description =
    'Somebody else saved meanwhile, and their text could not be merged with yours. Save again to try again.'
  notify({ kind: 'error', title: failureTitle, description })
}

/** Opens the sign-in dialog when typing pauses, so that no key goes to its fields or is lost. */
function askToSignIn(editor: EditorCore) {
  const wait = editor.changed_at + TYPING_PAUSE - Date.now()
  if (wait <= 0) set(editor, { asksToSignIn: true })
  else setTimeout(() => askToSignIn(editor), wait)
}

export async function flush(editor: EditorCore): Promise<boolean> {
  const { edited } = editor.state.save
  const isHeld = () => Math.max(editor.state.save.saved, editor.state.save.copied) >= edited
  await untilIdle(editor)
  if (!isHeld()) dispatch(editor, { type: 'autosave' })
  await untilIdle(editor)
  return isHeld()
}

async function catchUp(editor: EditorCore): Promise<boolean> {
  if (!(await flush(editor))) return false
  const { mergeOtherWindow } = await import('./merging.ts')
  // The copy was merged into the text, or is gone: the server needs the text again.
  if ((await mergeOtherWindow(editor)) && isUnsaved(editor.state.save)) dispatch(editor, { type: 'edited' })
  return flush(editor)
}

async function saveAll(editor: EditorCore, newest_version = 0): Promise<boolean> {
  const { edited } = editor.state.save
  const isSaved = () =>
    editor.state.save.saved >= edited && editor.draft.base.version_number >= newest_version
  if (isSaved()) return true
  dispatch(editor, { type: 'save' })
  await untilIdle(editor)
  return isSaved()
}

/** Resolves when no request is under way. */
export const untilIdle = (editor: EditorCore): Promise<void> =>
  new Promise((resolve) => {
    const stop = editor.subscribe(look)
    function look() {
      if (editor.state.save.sent !== null) return
      stop()
      resolve()
    }
    look()
  })

/** Starts the journal, listens to the browser, and recovers drafts of closed windows. */
function open(editor: EditorCore): () => void {
  const closing = new AbortController()
  const { signal } = closing
  const leavePage = () => {
    void sendOnLeave(editor)
    void editor.journal?.flush()
  }
  const hide = () => document.visibilityState === 'hidden' && leavePage()
  editor.closed = signal
  // When it is opened again, the request of its closing may still be under way.
  editor.journal?.close()
  startJournal(editor)
  window.addEventListener('online', () => dispatch(editor, { type: 'online' }), { signal })
  window.addEventListener('offline', () => dispatch(editor, { type: 'offline' }), { signal })
  document.addEventListener('visibilitychange', hide, { signal })
  window.addEventListener('pagehide', leavePage, { signal })
  const releases = [
    keepPageOpen(() => takeOverSignIn(editor)),
    onSignedIn(editor.signedIn),
    editor.timers.clear,
    registerEditor(editor),
  ]
  void import('./recovery.ts').then(({ recoverOrphaned }) => recoverOrphaned(editor))
  dispatch(editor, { type: 'autosave' })
  return () => {
    // The page stays, so that the text may be opened again at once.
    addPendingSend(editor.subject, sendRest(editor))
    closing.abort()
    for (const release of releases) release()
  }
}

/** Sends what is unsaved when the text is closed: at once, and again after a save under way, whose version it continues. */
async function sendRest(editor: EditorCore): Promise<void> {
  await sendOnLeave(editor)
  await untilIdle(editor)
  const last = sendOnLeave(editor)
  addPendingSend(editor.subject, last)
  await last
  // Unless it was opened again.
  if (editor.closed.aborted) editor.journal?.close()
}

/** When the login session ends with unsaved changes, opens the sign-in dialog over the page. @returns whether it does */
function takeOverSignIn(editor: EditorCore): boolean {
  const isNeeded = isUnsaved(editor.state.save)
  if (isNeeded) askToSignIn(editor)
  return isNeeded
}

/** Requests without an answer that the patch applies to. */
const MAX_FOLLOWED = 2

/**
 * Sends unsaved changes at once, because the page may be closed, also while another request is under way. It sends only
 * the changed blocks, as a patch that applies whether or not that request arrives. Changes too large for it stay in the
 * journal, and are sent at the next visit.
 * @returns a promise that resolves when the request has ended; undefined when there is nothing to send
 */
function sendOnLeave(editor: EditorCore): Promise<void> | undefined {
  const { draft, server, user } = editor
  const { text, base } = draft
  const { edited, failure } = editor.state.save
  if (!isBehind(editor.state.save) || failure === 'conflict' || failure === 'not-found') return
  if (readUserId() !== user || editor.sentOnLeave === text || findLimit(text)?.isOver) return
  editor.sentOnLeave = text
  const follows = [draft.copy_revision, ...revisionsOf(draft.unanswered).slice(-MAX_FOLLOWED)]
  const sent = addSent(draft, anyRevision(), follows)
  recordSoon(editor)
  return server.patchCopy(draft, sent).then(
    ({ revision }) => {
      if (editor.server === server) setAnswered(draft, sent, revision)
      else if (revision > 0) void deleteLeft(server, revision)
      if (draft.base === base) return dispatch(editor, { type: 'copied', edit: edited })
      // A save was answered meanwhile: the copy is written again, for its version.
      editor.sentOnLeave = undefined
    },
    () => {
      // The journal has the text. If the page stays open, it is sent again.
      if (editor.sentOnLeave === text) editor.sentOnLeave = undefined
    },
  )
}

/** Starts a new journal entry. */
export function startJournal(editor: EditorCore): void {
  editor.journal = newJournal(editor)
}

export function newJournal(editor: EditorCore): Journal {
  const { user, subject } = editor
  const onWrite = (isDone: boolean) => {
    if (isDone === editor.state.isJournalBroken) set(editor, { isJournalBroken: !isDone })
  }
  return openJournal({ user, subject, onWrite })
}

/** Writes the current text to the journal: `record` now, `recordSoon` within half a second. @returns whether it is written */
export async function record(editor: EditorCore): Promise<boolean> {
  recordSoon(editor)
  return (await editor.journal?.flush()) ?? false
}

export function recordSoon({ draft, state, journal }: EditorCore, is_stashed = false): void {
  const { text, base, copy_revision, unanswered } = draft
  journal?.record({
    text,
    base_version: base.version_number,
    base_tags: base.text.tags,
    copy_revision,
    unanswered_revisions: revisionsOf(unanswered),
    // A stashed text is only in the journal.
    is_sent: !is_stashed && !isBehind(state.save),
    is_stashed,
  })
}

type Timers = ReturnType<typeof createTimers>

/** Milliseconds without typing after which unsaved changes are sent. */
const TYPING_PAUSE = 1_000
/** Milliseconds after which they are sent although typing continues. */
const MAX_WAIT = 30_000
/** Milliseconds before the first retry; each retry doubles it, up to MAX_RETRY. */
const FIRST_RETRY = 2_000
const MAX_RETRY = 60_000

function createTimers(fire: () => void) {
  type Timer = ReturnType<typeof setTimeout>
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
