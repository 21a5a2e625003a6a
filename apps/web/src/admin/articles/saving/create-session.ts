import type { AdminArticle } from '@nightdesk/contracts'
import { readUserId } from '../../auth/session.ts'
import { type DraftState, revisionsOf } from './article-server.ts'
import { becomeArticle } from './become-article.ts'
import type { EditDependencies, EditSession, EditState } from './edit-session.ts'
import { isBehind, isUnsaved, type SaveState } from './machine/save-machine.ts'
import { createSaver } from './machine/saver.ts'
import { send } from './machine/send.ts'
import { merge } from './merge/merge.ts'
import type { Opening } from './recovery/opening.ts'

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

/** Milliseconds since the last change after which typing counts as paused. */
const TYPING_PAUSE = 1_000

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
