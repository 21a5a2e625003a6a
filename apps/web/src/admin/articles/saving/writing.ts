import type { Article } from '@nightdesk/contracts'
import { keepPageOpen, onSignedIn, readUserId } from '../../auth/session.ts'
import type { Work } from './article-server.ts'
import { type ArticleText, EMPTY_TEXT, textOf } from './article-text.ts'
import type { Desk, Surroundings, WritingView } from './desk.ts'
import { type Journal, openJournal } from './journal.ts'
import { findLimit } from './limits.ts'
import { mergeTheirs } from './merge-theirs.ts'
import { offerLeftWork } from './offer-left-work.ts'
import { isAtRisk, isUnsaved, newState, type SaveState } from './save-machine.ts'
import { createSaver } from './saver.ts'
import { send } from './send.ts'

/** The writing on one article in one window: what is typed is kept on this device, on the server, and saved. */
export interface Writing {
  /** Whose it is. */
  user: number
  view(): WritingView
  subscribe(callback: () => void): () => void
  /** To be called with every change of the text. */
  change(text: ArticleText): void
  save(): void
  /** The text becomes that of a version, such as one that was reverted to. */
  restart(article: Article): Promise<void>
  /** Somebody has signed in, over the page or in another window. */
  signedIn(): void
  /** Between this and the result it keeps and sends. */
  open(): () => void
}

export function createWriting(surroundings: Surroundings): Writing {
  const { article, prepareReplace, onSaved } = surroundings
  const text = article ? textOf(article) : EMPTY_TEXT
  const work: Work = { text, base: { version_number: article?.version_number ?? 0, text }, copy_revision: 0 }
  const user = readUserId() ?? 0
  const listeners = new Set<() => void>()
  let journal: Journal | undefined
  let view: WritingView = {
    save: newState(false),
    limit: undefined,
    refused: undefined,
    isJournalBroken: false,
    offer: null,
    conflict: null,
    asksToSignIn: false,
  }

  function show(change: Partial<WritingView>) {
    view = { ...view, ...change }
    for (const listener of listeners) listener()
  }

  const saver = createSaver({
    send: (kind) => send(desk, kind),
    merge: () => void mergeTheirs(desk),
    askToSignIn: () => show({ asksToSignIn: true }),
    onChange(next) {
      const before = view.save
      show({ save: next })
      if (next.saved > before.saved) followSave(next)
    },
  })

  /** What is saved need not be kept; what was typed meanwhile has another version to begin from. */
  function followSave(state: SaveState) {
    if (isUnsaved(state)) keep()
    else void journal?.clear()
    const { saved } = work
    work.saved = undefined
    if (saved) onSaved(saved)
  }

  function keep() {
    const { text, base, copy_revision } = work
    journal?.keep({ edit: saver.state().edited, text, base_version: base.version_number, copy_revision })
  }

  const desk: Desk = {
    surroundings,
    user,
    work,
    saver,
    show,
    async keep() {
      keep()
      await journal?.flush()
    },
  }

  function change(next: ArticleText) {
    work.text = next
    saver.dispatch({ type: 'edited' })
    keep()
    const limit = findLimit(next)
    if (limit?.message !== view.limit?.message) show({ limit })
  }

  function signedIn() {
    if (readUserId() !== user) return
    show({ asksToSignIn: false })
    saver.dispatch({ type: 'signed-in' })
  }

  function open() {
    const opened = openJournal({
      user,
      article: article?.id ?? null,
      onKept: (edit) => saver.dispatch({ type: 'journaled', edit }),
      onFailed: () => show({ isJournalBroken: true }),
    })
    journal = opened
    const closing = new AbortController()
    const { signal } = closing
    window.addEventListener('online', () => saver.dispatch({ type: 'online' }), { signal })
    window.addEventListener('offline', () => saver.dispatch({ type: 'offline' }), { signal })
    window.addEventListener(
      'beforeunload',
      (event) => isAtRisk(saver.state()) && view.isJournalBroken && event.preventDefault(),
      { signal },
    )
    const releases = [keepPageOpen(stayForWork), onSignedIn(signedIn), opened.close, saver.stop]
    void offerLeftWork(desk)
    return () => {
      closing.abort()
      for (const release of releases) release()
    }
  }

  /** Whether there is something to lose: then sign-in is asked for over the page. */
  function stayForWork() {
    const isNeeded = isUnsaved(saver.state())
    if (isNeeded) show({ asksToSignIn: true })
    return isNeeded
  }

  return {
    user,
    view: () => view,
    subscribe(callback) {
      listeners.add(callback)
      return () => listeners.delete(callback)
    },
    change,
    save: () => saver.dispatch({ type: 'save' }),
    async restart(next) {
      const replace = await prepareReplace()
      work.base = { version_number: next.version_number, text: textOf(next) }
      replace(work.base.text)
      saver.dispatch({ type: 'restarted' })
    },
    signedIn,
    open,
  }
}
