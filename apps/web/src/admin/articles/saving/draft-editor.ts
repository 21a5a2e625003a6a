import { type AdminArticle, type Article, anyFirstRevision } from '@nightdesk/contracts'
import { readUserId } from '../../auth/session.ts'
import { type ArticleText, textOf } from './article-text.ts'
import { becomeArticle } from './become-article.ts'
import type { EditDependencies, EditSession, EditState } from './edit-session.ts'
import type { Journal } from './journal/journal.ts'
import { loadLimits } from './machine/load-limits.ts'
import { isBehind, isUnsaved, newState, type SaveState } from './machine/save-machine.ts'
import { createSaver } from './machine/saver.ts'
import { send } from './machine/send.ts'
import { saveUnsaved, sendUnsaved, untilIdle } from './machine/send-unsaved.ts'
import { merge } from './merge/merge.ts'
import { openSession } from './open-session.ts'
import { offerStash, type Stash, stash } from './recovery/stash.ts'
import { createStore } from './store.ts'

/** Edits one article in one window: stores drafts in the journal and on the server, and saves versions. */
export interface DraftEditor {
  /** User id of the author. */
  user: number
  view(): EditState
  subscribe(callback: () => void): () => void
  /** Call it with every change of the text. */
  change(text: ArticleText): void
  save(): void
  /** Sends unsaved changes to the working copy now. @returns whether the server has all of them */
  sendUnsaved(): Promise<boolean>
  /** Saves a version if there are changes. @returns whether all of them are saved */
  saveAll(): Promise<boolean>
  /** Discards unsaved changes; Undo restores them. */
  discard(): void
  /** The current text, and the version that it is compared with. */
  texts(): { saved: ArticleText; written: ArticleText }
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
  const { getState, subscribe, setState } = createStore(viewOf(dependencies))
  const session = createSession(dependencies, setState)
  const { user, draft, saver } = session
  let stashed: Stash | undefined

  function signedIn() {
    if (readUserId() !== user) return
    setState({ asksToSignIn: false })
    saver.dispatch({ type: 'signed-in' })
  }

  async function showLimit(text: ArticleText) {
    const limits = await loadLimits()
    // The text has changed while the limits were loaded; that change has started its own check.
    if (!limits || draft.text !== text) return
    const limit = limits.findLimit(text)
    if (limit?.message !== getState().limit?.message) setState({ limit })
  }

  const sendAll = () => sendUnsaved(saver, subscribe)

  return {
    user,
    view: getState,
    subscribe,
    signedIn,
    signInLater: () => setState({ asksToSignIn: false }),
    change(text) {
      // The session is closed. A journal entry written now would later look like a crashed window's.
      if (session.closed.aborted) return
      draft.text = text
      session.changed_at = Date.now()
      saver.dispatch({ type: 'edited' })
      session.keepSoon()
      void showLimit(text)
    },
    save: () => saver.dispatch({ type: 'save' }),
    sendUnsaved: sendAll,
    saveAll: () => saveUnsaved(saver, subscribe),
    discard: () => void import('./recovery/discard.ts').then(({ discard }) => discard(session, sendAll)),
    texts: () => ({ saved: draft.base.text, written: draft.text }),
    async followRevert(article, isUndo) {
      // Undo may be pressed after the editor was closed.
      if (session.closed.aborted) return
      const replace = await dependencies.prepareReplace()
      // A request that arrives after the replacement would create a working copy again.
      await untilIdle(saver, subscribe)
      const wasStashed = stashed
      stashed = isUnsaved(saver.state()) ? stash(session) : undefined
      draft.base = { version_number: article.version_number, text: textOf(article) }
      replace(draft.base.text, true)
      saver.dispatch({ type: 'restarted' })
      void session.journal?.clear()
      const { offer } = getState()
      if (isUndo && offer?.text === wasStashed?.text) offer?.restore()
      if (stashed) void offerStash(session, stashed)
    },
    open: () => openSession(session, { view: getState, signedIn, sendUnsaved: sendAll }),
  }
}

/** Milliseconds since the last change after which typing counts as paused. */
const TYPING_PAUSE = 1_000

const viewOf = ({ opening: { opened, copy } }: EditDependencies): EditState => ({
  save: newState(opened),
  limit: undefined,
  refused: undefined,
  isJournalBroken: false,
  unpublished_since: opened === 'saved' ? null : (copy?.created_at ?? null),
  offer: null,
  conflict: null,
  asksToSignIn: false,
})

function createSession(
  dependencies: EditDependencies,
  setState: (change: Partial<EditState>) => void,
): EditSession {
  const { onSaved, opening } = dependencies
  const { text, base, copy } = opening
  const saver = createSaver({
    opened: opening.opened,
    send: (kind) => send(session, kind),
    merge: () => void merge(session),
    askToSignIn: () => session.askToSignIn(),
    onChange(save, before) {
      setState({ save, ...sinceOf(save, before) })
      if (save.sent !== before.sent && session.draft.saved) followSave(save, session.draft.saved)
      // The journal records that the server has the text.
      else if (isUnsaved(save) && isBehind(before) && !isBehind(save)) session.keepSoon()
    },
  })
  const session: EditSession = {
    dependencies,
    user: readUserId() ?? 0,
    draft: {
      text,
      base,
      copy_revision: copy?.revision ?? 0,
      copied: copy?.text,
      first_revision: anyFirstRevision(),
    },
    saver,
    journal: undefined,
    closed: AbortSignal.abort(),
    answered: Promise.resolve(),
    setState,
    sentOnLeave: undefined,
    readUserId,
    changed_at: 0,
    askToSignIn() {
      const wait = session.changed_at + TYPING_PAUSE - Date.now()
      if (wait <= 0) setState({ asksToSignIn: true })
      else setTimeout(session.askToSignIn, wait)
    },
    keepSoon: (isStashed) => keepIn(session.journal, isStashed),
    async keep() {
      keepIn(session.journal)
      await session.journal?.flush()
    },
  }

  function keepIn(journal: Journal | undefined, is_stashed = false) {
    const { text, base, copy_revision, sending } = session.draft
    const state = saver.state()
    journal?.keep({
      edit: state.edited,
      text,
      base_version: base.version_number,
      base_tags: base.text.tags,
      copy_revision: sending?.revision ?? copy_revision,
      // A stashed text is only in the journal.
      is_sent: !is_stashed && !isBehind(state),
      is_stashed,
    })
  }

  /** After a save the journal is emptied, or rewritten with the new base if more was typed meanwhile. */
  function followSave(state: SaveState, saved: AdminArticle) {
    becomeArticle(session, saved)
    if (isUnsaved(state)) session.keepSoon()
    else void session.journal?.clear()
    session.draft.saved = undefined
    onSaved(saved)
  }
  return session
}

/** When unsaved changes began or ended. */
function sinceOf(state: SaveState, before: SaveState): Pick<EditState, 'unpublished_since'> | undefined {
  if (isUnsaved(state) === isUnsaved(before)) return
  return { unpublished_since: isUnsaved(state) ? new Date().toISOString() : null }
}
