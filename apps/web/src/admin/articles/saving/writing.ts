import { type AdminArticle, type Article, anyFirstRevision } from '@nightdesk/contracts'
import { readUserId } from '../../auth/session.ts'
import { type ArticleText, EMPTY_TEXT, textOf } from './article-text.ts'
import type { Desk, Surroundings, WritingView } from './desk.ts'
import type { Journal } from './journal.ts'
import { findLimit } from './limits.ts'
import { mergeTheirs } from './merge-theirs.ts'
import type { Offer } from './offers.ts'
import { openDesk } from './open-desk.ts'
import { isUnsaved, newState, type SaveState } from './save-machine.ts'
import { createSaver } from './saver.ts'
import { send } from './send.ts'
import { sendUnsaved } from './send-unsaved.ts'
import { offerAside, setAside } from './set-aside.ts'
import { createViews } from './views.ts'

/** The writing on one article in one window: what is typed is kept on this device, on the server, and saved. */
export interface Writing {
  /** Whose it is. */
  user: number
  view(): WritingView
  subscribe(callback: () => void): () => void
  /** To be called with every change of the text. */
  change(text: ArticleText): void
  save(): void
  /** Sends at once what the server does not hold. @returns whether it holds all that was written */
  sendUnsaved(): Promise<boolean>
  /**
   * The text becomes that of a version that was reverted to. What is unsaved is put aside and offered; `isUndo` takes it
   * up again.
   */
  followRevert(article: Article, isUndo: boolean): Promise<void>
  /** Somebody has signed in, over the page or in another window. */
  signedIn(): void
  /** The next save asks again. */
  signInLater(): void
  /** From now until the result is called it keeps and sends. */
  open(): () => void
}

export function createWriting(surroundings: Surroundings): Writing {
  const { view, subscribe, show } = createViews(NOTHING_WRITTEN)
  const desk = createDesk(surroundings, show)
  const { user, work, saver } = desk
  let aside: Offer | undefined

  function signedIn() {
    if (readUserId() !== user) return
    show({ asksToSignIn: false })
    saver.dispatch({ type: 'signed-in' })
  }

  return {
    user,
    view,
    subscribe,
    signedIn,
    signInLater: () => show({ asksToSignIn: false }),
    change(text) {
      // Whatever comes late would be kept, and offered as left behind.
      if (desk.closed.aborted) return
      work.text = text
      saver.dispatch({ type: 'edited' })
      desk.keepSoon()
      const limit = findLimit(text)
      if (limit?.message !== view().limit?.message) show({ limit })
    },
    save: () => saver.dispatch({ type: 'save' }),
    sendUnsaved: () => sendUnsaved(saver, subscribe),
    async followRevert(article, isUndo) {
      // An undo can be pressed long after.
      if (desk.closed.aborted) return
      const replace = await surroundings.prepareReplace()
      const wasAside = aside
      aside = isUnsaved(saver.state()) ? setAside(desk) : undefined
      work.base = { version_number: article.version_number, text: textOf(article) }
      replace(work.base.text, true)
      saver.dispatch({ type: 'restarted' })
      const { offer } = view()
      if (isUndo && offer?.text === wasAside?.text) offer?.restore()
      if (aside) void offerAside(desk, aside)
    },
    open: () => openDesk(desk, { view, signedIn }),
  }
}

const NOTHING_WRITTEN: WritingView = {
  save: newState(false),
  limit: undefined,
  refused: undefined,
  isJournalBroken: false,
  offer: null,
  conflict: null,
  asksToSignIn: false,
}

function createDesk(surroundings: Surroundings, show: (change: Partial<WritingView>) => void): Desk {
  const { article, onSaved } = surroundings
  const text = article ? textOf(article) : EMPTY_TEXT
  const base = { version_number: article?.version_number ?? 0, text }
  const saver = createSaver({
    send: (kind) => send(desk, kind),
    merge: () => void mergeTheirs(desk),
    askToSignIn: () => show({ asksToSignIn: true }),
    onChange(save, before) {
      show({ save })
      if (save.sent !== before.sent && desk.work.saved) followSave(save, desk.work.saved)
    },
  })
  const desk: Desk = {
    surroundings,
    user: readUserId() ?? 0,
    work: { text, base, copy_revision: 0, first_revision: anyFirstRevision() },
    saver,
    journal: undefined,
    closed: AbortSignal.abort(),
    answered: Promise.resolve(),
    show,
    keepSoon: () => keepIn(desk.journal),
    async keep() {
      keepIn(desk.journal)
      await desk.journal?.flush()
    },
  }

  function keepIn(journal: Journal | undefined) {
    const { text, base, copy_revision } = desk.work
    const began = { base_version: base.version_number, base_tags: base.text.tags }
    journal?.keep({ edit: saver.state().edited, text, ...began, copy_revision })
  }

  /** What is saved need not be kept; what was typed meanwhile has another version to begin from. */
  function followSave(state: SaveState, saved: AdminArticle) {
    if (isUnsaved(state)) desk.keepSoon()
    else void desk.journal?.clear()
    desk.work.saved = undefined
    onSaved(saved)
  }
  return desk
}
