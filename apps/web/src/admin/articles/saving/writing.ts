import { type AdminArticle, type Article, anyFirstRevision } from '@nightdesk/contracts'
import { readUserId } from '../../auth/session.ts'
import { type ArticleText, textOf } from './article-text.ts'
import { becomeArticle } from './become-article.ts'
import type { Desk, Surroundings, WritingView } from './desk.ts'
import type { Journal } from './journal.ts'
import { loadLimits } from './load-limits.ts'
import { merge } from './merge.ts'
import { openDesk } from './open-desk.ts'
import { isBehind, isUnsaved, newState, type SaveState } from './save-machine.ts'
import { createSaver } from './saver.ts'
import { send } from './send.ts'
import { saveUnsaved, sendUnsaved, untilIdle } from './send-unsaved.ts'
import { type Aside, offerAside, setAside } from './set-aside.ts'
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
  /** Saves what no version holds. @returns whether everything is saved */
  saveAll(): Promise<boolean>
  /** Gives up what no version holds; Undo takes it back. */
  discard(): void
  /** What is written, and the version it is compared with. */
  texts(): { saved: ArticleText; written: ArticleText }
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
  const { view, subscribe, show } = createViews(viewOf(surroundings))
  const desk = createDesk(surroundings, show)
  const { user, work, saver } = desk
  let aside: Aside | undefined

  function signedIn() {
    if (readUserId() !== user) return
    show({ asksToSignIn: false })
    saver.dispatch({ type: 'signed-in' })
  }

  async function showLimit(text: ArticleText) {
    const limits = await loadLimits()
    // The next change asks again.
    if (!limits || work.text !== text) return
    const limit = limits.findLimit(text)
    if (limit?.message !== view().limit?.message) show({ limit })
  }

  const sendAll = () => sendUnsaved(saver, subscribe)

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
      desk.changed_at = Date.now()
      saver.dispatch({ type: 'edited' })
      desk.keepSoon()
      void showLimit(text)
    },
    save: () => saver.dispatch({ type: 'save' }),
    sendUnsaved: sendAll,
    saveAll: () => saveUnsaved(saver, subscribe),
    discard: () => void import('./discard.ts').then(({ discard }) => discard(desk, sendAll)),
    texts: () => ({ saved: work.base.text, written: work.text }),
    async followRevert(article, isUndo) {
      // An undo can be pressed long after.
      if (desk.closed.aborted) return
      const replace = await surroundings.prepareReplace()
      // What arrived after it would make a working copy again.
      await untilIdle(saver, subscribe)
      const wasAside = aside
      aside = isUnsaved(saver.state()) ? setAside(desk) : undefined
      work.base = { version_number: article.version_number, text: textOf(article) }
      replace(work.base.text, true)
      saver.dispatch({ type: 'restarted' })
      void desk.journal?.clear()
      const { offer } = view()
      if (isUndo && offer?.text === wasAside?.text) offer?.restore()
      if (aside) void offerAside(desk, aside)
    },
    open: () => openDesk(desk, { view, signedIn, sendUnsaved: sendAll }),
  }
}

/** Milliseconds without a key after which nobody is typing. */
const TYPING_PAUSE = 1_000

const viewOf = ({ opening: { opened, copy } }: Surroundings): WritingView => ({
  save: newState(opened),
  limit: undefined,
  refused: undefined,
  isJournalBroken: false,
  unpublished_since: opened === 'saved' ? null : (copy?.created_at ?? null),
  offer: null,
  conflict: null,
  asksToSignIn: false,
})

function createDesk(surroundings: Surroundings, show: (change: Partial<WritingView>) => void): Desk {
  const { onSaved, opening } = surroundings
  const { text, base, copy } = opening
  const saver = createSaver({
    opened: opening.opened,
    send: (kind) => send(desk, kind),
    merge: () => void merge(desk),
    askToSignIn: () => desk.askToSignIn(),
    onChange(save, before) {
      show({ save, ...sinceOf(save, before) })
      if (save.sent !== before.sent && desk.work.saved) followSave(save, desk.work.saved)
      // The journal is told that the server has it.
      else if (isUnsaved(save) && isBehind(before) && !isBehind(save)) desk.keepSoon()
    },
  })
  const desk: Desk = {
    surroundings,
    user: readUserId() ?? 0,
    work: {
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
    show,
    sentOnLeave: undefined,
    readUserId,
    changed_at: 0,
    askToSignIn() {
      const wait = desk.changed_at + TYPING_PAUSE - Date.now()
      if (wait <= 0) show({ asksToSignIn: true })
      else setTimeout(desk.askToSignIn, wait)
    },
    keepSoon: (isAside) => keepIn(desk.journal, isAside),
    async keep() {
      keepIn(desk.journal)
      await desk.journal?.flush()
    },
  }

  function keepIn(journal: Journal | undefined, is_aside = false) {
    const { text, base, copy_revision, sending } = desk.work
    const state = saver.state()
    journal?.keep({
      edit: state.edited,
      text,
      base_version: base.version_number,
      base_tags: base.text.tags,
      copy_revision: sending?.revision ?? copy_revision,
      // What a revert took the place of is nowhere else.
      is_sent: !is_aside && !isBehind(state),
      is_aside,
    })
  }

  /** What is saved need not be kept; what was typed meanwhile has another version to begin from. */
  function followSave(state: SaveState, saved: AdminArticle) {
    becomeArticle(desk, saved)
    if (isUnsaved(state)) desk.keepSoon()
    else void desk.journal?.clear()
    desk.work.saved = undefined
    onSaved(saved)
  }
  return desk
}

/** When the unsaved changes began, where that is news. */
function sinceOf(state: SaveState, before: SaveState): Pick<WritingView, 'unpublished_since'> | undefined {
  if (isUnsaved(state) === isUnsaved(before)) return
  return { unpublished_since: isUnsaved(state) ? new Date().toISOString() : null }
}
