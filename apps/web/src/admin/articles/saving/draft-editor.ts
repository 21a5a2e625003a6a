import type { Article } from '@nightdesk/contracts'
import { readUserId } from '../../auth/session.ts'
import { createSession } from './create-session.ts'
import type { DraftText } from './draft-text.ts'
import type { EditDependencies, EditState } from './edit-session.ts'
import { findLimit } from './machine/limits.ts'
import { isUnsaved, newState } from './machine/save-machine.ts'
import { saveUnsaved, sendUnsaved } from './machine/send-unsaved.ts'
import { openSession } from './open-session.ts'
import { followReverts } from './recovery/follow-reverts.ts'
import { createStore } from './store.ts'

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
      const { catchUp } = await import('./merge/catch-up.ts')
      // The copy was merged into the text, or is gone: the server needs the text again.
      if ((await catchUp(session)) && isUnsaved(saver.state())) saver.dispatch({ type: 'edited' })
      return sendAll()
    },
    saveAll: () => saveUnsaved(saver, subscribe),
    discard: () => void import('./recovery/discard.ts').then(({ discard }) => discard(session, sendAll)),
    texts: () => ({
      saved: draft.base.text,
      written: draft.text,
      version_number: draft.base.version_number,
    }),
    followRevert: followReverts(session, store),
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
