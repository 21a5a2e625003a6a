import type { Article } from '@nightdesk/contracts'
import type { ApiError } from '../../../api.ts'
import { failureOf } from './article-server.ts'
import { startJournal, untilIdle } from './draft-editor.ts'
import { type DraftText, EMPTY_TEXT, textOf } from './draft-text.ts'
import type { EditSession, EditState, RecoverableDraft } from './edit-session.ts'
import {
  chooseText,
  hasConflict,
  isSameConflict,
  type MergedText,
  mergeTexts,
  type TextChoices,
} from './merge-text.ts'
import { catchUp, readBase } from './merging.ts'
import {
  claimOrphanedEntries,
  type EntryStatus,
  fillIn,
  type OrphanedEntry,
  statusOf,
} from './orphaned-entries.ts'
import { isSameText } from './same-text.ts'
import { isUnsaved } from './save-machine.ts'

/** Merges drafts of closed windows into the text. Asks only about stashed ones and conflicts. */
export async function recoverOrphaned(session: EditSession): Promise<void> {
  const { dependencies, user, closed } = session
  const entries = await claimOrphanedEntries(user, dependencies.subject).catch(() => {
    session.setState({ isJournalBroken: true })
    return []
  })
  let isFirst = true
  for (const orphan of entries) {
    if (closed.aborted) {
      orphan.release()
      continue
    }
    const entry = fillIn(orphan, dependencies.opening.text)
    const status = statusOf(entry, dependencies.opening)
    if (status === 'stored') {
      await entry.remove()
      continue
    }
    // The first recovery has changed the text, so later entries do not continue it.
    const merge = () => mergeIn(session, entry, isFirst ? status : 'diverged')
    const isTaken = status !== 'stashed' && (await merge().catch(() => false)) // its base cannot be read
    isFirst = false
    if (!isTaken) await promptRecovery(session, entry)
  }
}

/** @returns false when there are conflicts */
async function mergeIn(session: EditSession, entry: OrphanedEntry, status: EntryStatus): Promise<boolean> {
  const { draft, dependencies, record } = session
  const [replace, base] = await Promise.all([
    dependencies.prepareReplace(),
    status === 'ahead' ? dependencies.opening.text : readBase(session, entry.base_version, entry.base_tags),
  ])
  // Do not await from here on: text typed meanwhile would be overwritten.
  const merged = mergeTexts(base, draft.text, entry.text)
  if (hasConflict(merged)) return false
  replace(chooseText(merged))
  await record()
  await entry.remove()
  return true
}

/** A postponed draft is asked about again at the next opening. */
type Answer = 'done' | 'postponed'

const STILL_KEPT = 'Your changes are still kept. Load this page again to restore them.'

/** Asks about a draft after those before it are lastAnswer, and carries out the answer. */
function promptRecovery(session: EditSession, recoverable: RecoverableDraft): Promise<Answer> {
  const answer = session.lastAnswer
    .then(() => ask(session, recoverable))
    .then((answer) => {
      if (answer === 'postponed') recoverable.release()
      return answer
    })
  session.lastAnswer = answer
  return answer
}

/** Shows one draft until it is lastAnswer, and carries out the answer. */
async function ask(session: EditSession, recoverable: RecoverableDraft): Promise<Answer> {
  const { setState, closed } = session
  const { promise, resolve } = Promise.withResolvers<keyof typeof ANSWERS | null>()
  const postpone = () => resolve(null)
  if (closed.aborted) return 'postponed'
  closed.addEventListener('abort', postpone, { once: true })
  setState({
    recoverable: {
      ...recoverable,
      current: session.draft.text,
      restore: () => resolve('restore'),
      decline: () => resolve('decline'),
      later: postpone,
    },
  })
  const choice = await promise
  try {
    return choice ? await ANSWERS[choice](session, recoverable) : 'postponed'
  } catch {
    const { notify } = session.dependencies
    if (choice === 'restore')
      notify({ kind: 'error', title: 'Nothing was restored', description: STILL_KEPT })
    return 'postponed'
  } finally {
    // Only now: if the editor is closed as soon as the question disappears, the answer has been carried out.
    setState({ recoverable: null })
  }
}

const ANSWERS = { restore, decline }

/** Merges the draft with the current text. */
export async function restore(session: EditSession, recoverable: RecoverableDraft): Promise<Answer> {
  const { draft, dependencies, record } = session
  const [replace, base] = await Promise.all([
    dependencies.prepareReplace(),
    readBase(session, recoverable.base_version, recoverable.base_tags),
  ])
  const mergeNow = () => mergeTexts(base, recoverable.text, draft.text)
  let merged = mergeNow()
  let choices: TextChoices | undefined
  while (hasConflict(merged)) {
    const shown = merged
    choices = await askForChoices(session, shown)
    if (!choices) return 'postponed'
    // An upload or another window may have changed the text behind the dialog.
    merged = mergeNow()
    if (isSameConflict(shown, merged)) break
  }
  replace(chooseText(merged, choices))
  await record()
  await recoverable.remove()
  return 'done'
}

/** @returns undefined when the dialog was closed without a choice */
function askForChoices({ setState }: EditSession, merged: MergedText): Promise<TextChoices | undefined> {
  const { promise, resolve } = Promise.withResolvers<TextChoices | undefined>()
  const end = (choices?: TextChoices) => {
    setState({ conflict: null })
    resolve(choices)
  }
  setState({ conflict: { merged, decide: end, later: () => end() } })
  return promise
}

/** Deletes the draft. Undo asks about it again. */
async function decline(session: EditSession, recoverable: RecoverableDraft): Promise<Answer> {
  await recoverable.remove()
  session.dependencies.notify({
    kind: 'success',
    title: 'The other copy was discarded',
    topic: 'recoverable draft',
    undo: () => void promptRecovery(session, { ...recoverable, remove: async () => {}, release() {} }),
  })
  return 'done'
}

/** A stashed text. `written` resolves when the journal has it. */
interface Stash extends RecoverableDraft {
  written: Promise<unknown> | undefined
}

/**
 * Moves unsaved changes to a journal entry of their own, which survives a crash, so that another text can replace them.
 * Once the entry is written, deletes their working copy, or it would be opened next time.
 */
export function stash(session: EditSession): Stash {
  const { draft, journal, dependencies } = session
  const { text, base, copy_revision } = draft
  session.recordSoon(true)
  const written = journal?.flush()
  startJournal(session)
  draft.copy_revision = 0
  draft.copied = draft.superseded = undefined
  // Refused when another window has written the copy since: then it is not the stashed text.
  const deleteCopy = () => dependencies.server.deleteCopy(copy_revision).catch(() => undefined)
  if (copy_revision > 0) void written?.then((isWritten) => (isWritten ? deleteCopy() : undefined))
  return {
    written,
    text,
    base_version: base.version_number,
    base_tags: base.text.tags,
    updated_at: new Date().toISOString(),
    remove: async () => {
      await journal?.clear()
      journal?.close()
    },
    release: () => journal?.close(),
  }
}

/** Asks about a stashed text, compared with the text that replaced it. */
async function promptStash(session: EditSession, stashed: Stash): Promise<void> {
  await stashed.written
  await promptRecovery(session, stashed)
}

interface Store {
  getState(): EditState
  subscribe(callback: () => void): () => void
}

/** Stashes unsaved changes after a revert, and restores them after its undo. */
export async function followRevert(
  session: EditSession,
  { getState, subscribe }: Store,
  article: Article,
  isUndo: boolean,
): Promise<void> {
  const { draft, saver, dependencies } = session
  // Undo may be pressed after the editor was closed.
  if (session.closed.aborted) return
  const replace = await dependencies.prepareReplace()
  // A request that arrives after the replacement would create a working copy again.
  await untilIdle(saver, subscribe)
  const wasStashed = session.stashed
  const stashed = isUnsaved(saver.state()) ? stash(session) : undefined
  session.stashed = stashed?.text
  draft.base = { version_number: article.version_number, text: textOf(article) }
  replace(draft.base.text, true)
  saver.dispatch({ type: 'restarted' })
  void session.journal?.clear()
  const { recoverable } = getState()
  if (isUndo && recoverable?.text === wasStashed) recoverable?.restore()
  if (stashed) void promptStash(session, stashed)
}

type TextAndBase = Pick<EditSession['draft'], 'text' | 'base'>

/**
 * Replaces unsaved changes by the newest version. Undo restores them, even after the editor was closed. Changes of another
 * window are merged in instead: nobody discards what they have not seen.
 */
export async function discard(session: EditSession, sendUnsaved: () => Promise<boolean>): Promise<void> {
  const { draft, dependencies, saver } = session
  const { article, server, notify, prepareReplace } = dependencies
  const seen = draft.text
  try {
    // A request that arrives later would write the changes again.
    await sendUnsaved()
    const [replace, saved] = await Promise.all([prepareReplace(), article ? server.read() : null])
    if (!(await deleteCopy(session, seen))) {
      return notify({
        kind: 'info',
        title: 'Nothing was discarded',
        description: 'Another window has changed the text meanwhile.',
      })
    }
    // Changes made until now are part of the undo.
    const before = { text: draft.text, base: draft.base }
    const text = saved ? textOf(saved) : EMPTY_TEXT
    const after = { text, base: { version_number: saved?.version_number ?? 0, text } }
    draft.base = after.base
    resetCopy(session)
    replace(text, true)
    saver.dispatch({ type: 'restarted' })
    void session.journal?.clear()
    notify({
      kind: 'success',
      title: 'Unpublished changes discarded',
      description: article ? 'The text is that of the newest version.' : undefined,
      topic: 'discarded changes',
      duration: 10_000,
      undo: () => void takeBack(session, before, after),
    })
  } catch {
    notify({ kind: 'error', title: 'Nothing was discarded', description: 'The server could not be reached.' })
  }
}

/** @returns false when another window has written since the text was seen */
async function deleteCopy(session: EditSession, seen: DraftText): Promise<boolean> {
  const { draft, dependencies } = session
  while (isSameText(draft.text, seen)) {
    try {
      await dependencies.server.deleteCopy(draft.copy_revision)
      return true
    } catch (error) {
      if (failureOf(error as ApiError) !== 'conflict') throw error // the client throws nothing else
      if (!(await catchUp(session))) return false
    }
  }
  return false
}

async function takeBack(session: EditSession, before: TextAndBase, after: TextAndBase): Promise<void> {
  const { draft, dependencies } = session
  const { server, notify, prepareReplace } = dependencies
  try {
    if (session.closed.aborted) {
      await server.putCopy(await mergeIntoCopy(session, before, after))
      return notify({
        kind: 'success',
        title: 'Your unpublished changes are back',
        topic: 'discarded changes',
      })
    }
    const replace = await prepareReplace()
    const { text, base } = mergeDiscarded(draft, before, after)
    draft.base = base
    replace(text)
  } catch {
    notify({
      kind: 'error',
      title: 'The changes could not be brought back',
      duration: 0,
      topic: 'discarded changes',
      undo: () => void takeBack(session, before, after),
    })
  }
}

/** The discarded changes with those that were written after the editor was closed. */
async function mergeIntoCopy({ draft, dependencies }: EditSession, before: TextAndBase, after: TextAndBase) {
  const copy = await dependencies.server.readCopy()
  if (!copy) return { ...mergeDiscarded(draft, before, after), copy_revision: 0 }
  const { text, base_version: version_number, base_tags: tags, revision: copy_revision } = copy
  const isSameBase = version_number === draft.base.version_number
  const base = isSameBase ? draft.base : { version_number, text: { ...draft.base.text, tags } }
  return { ...mergeDiscarded({ text, base }, before, after), copy_revision }
}

/** Merges discarded changes with those made since. Blocks changed in both follow each other. */
function mergeDiscarded(now: TextAndBase, before: TextAndBase, after: TextAndBase): TextAndBase {
  const merged = mergeTexts(after.text, now.text, before.text)
  const content = merged.parts.filter(({ kind }) => kind === 'conflict').map(() => 'both' as const)
  return {
    text: chooseText(merged, { title: 'mine', excerpt: 'mine', poster: 'mine', content }),
    // A save since then has created a newer base.
    base: now.base === after.base ? before.base : now.base,
  }
}

function resetCopy(session: EditSession) {
  const { draft } = session
  draft.copy_revision = 0
  draft.copied = draft.superseded = undefined
  draft.unanswered = []
  session.sentOnLeave = undefined
}
