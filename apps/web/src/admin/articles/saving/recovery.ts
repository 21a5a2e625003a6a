import type { Article } from '@nightdesk/contracts'
import type { ApiError } from '../../../api.ts'
import { type DraftState, failureOf, forgetCopy } from './article-server.ts'
import {
  dispatch,
  type EditorCore,
  flush,
  newJournal,
  type RecoverableDraft,
  type RecoveryAnswer,
  record,
  recordSoon,
  set,
  startJournal,
  untilIdle,
} from './draft-editor.ts'
import { type DraftText, EMPTY_TEXT, isNew, textOf } from './draft-text.ts'
import type { Journal } from './journal.ts'
import {
  chooseText,
  hasConflict,
  isSameConflict,
  type MergedText,
  mergeTexts,
  type TextChoices,
} from './merge-text.ts'
import { mergeOtherWindow, readBase } from './merging.ts'
import { claimOrphanedEntries, type EntryStatus, type OrphanedEntry, statusOf } from './orphaned-entries.ts'
import { isSameText } from './same-text.ts'
import { isUnsaved } from './save-machine.ts'

/** Recovers the drafts of closed windows, one after the other. */
export async function recoverOrphaned(editor: EditorCore): Promise<void> {
  const entries = await claimOrphanedEntries(editor.user, editor.subject).catch(() => {
    set(editor, { isJournalBroken: true })
    return []
  })
  for (const entry of entries) await recover(editor, entry)
}

/** Merges a draft into the text. Asks only about a stashed one and about conflicts. */
export async function recover(editor: EditorCore, entry: OrphanedEntry): Promise<void> {
  if (editor.closed.aborted) return entry.release()
  const status = statusOf(entry, editor.opening)
  if (status === 'stored') return entry.remove()
  const isTaken = status !== 'stashed' && (await mergeIn(editor, entry, status).catch(() => false)) // its base cannot be read
  if (!isTaken) await promptRecovery(editor, entry)
}

/** @returns false when there are conflicts, or the text was closed meanwhile */
async function mergeIn(editor: EditorCore, entry: OrphanedEntry, status: EntryStatus): Promise<boolean> {
  const { copy } = editor.opening
  const [replace, base] = await Promise.all([
    editor.prepareReplace(),
    // What is opened may have newer versions of others in it, which the entry has not removed.
    status === 'ahead' && copy ? textOf(copy) : readBase(editor, entry.base_version, entry.base_tags),
  ])
  // Do not await from here on: text typed meanwhile would be overwritten.
  const merged = mergeTexts(base, editor.draft.text, entry.text)
  if (editor.closed.aborted || hasConflict(merged)) return false
  replace(chooseText(merged))
  if (await record(editor)) await entry.remove()
  return true
}

/** Asks about a draft after those before it are answered. A postponed one is asked about again at the next opening. */
async function promptRecovery(editor: EditorCore, recoverable: RecoverableDraft): Promise<void> {
  const answered = editor.lastAnswer.then(() => ask(editor, recoverable))
  editor.lastAnswer = answered
  if (!(await answered)) recoverable.release()
}

const STILL_KEPT = 'Your changes are still kept. Load this page again to restore them.'

/** Shows one draft until it is answered, and carries out the answer. @returns false when it is postponed */
async function ask(editor: EditorCore, recoverable: RecoverableDraft): Promise<boolean> {
  const { closed, draft, notify } = editor
  const { promise, resolve } = Promise.withResolvers<RecoveryAnswer>()
  if (closed.aborted) return false
  closed.addEventListener('abort', () => resolve('later'), { once: true })
  set(editor, { recoverable: { ...recoverable, current: draft.text, answer: resolve } })
  const answer = await promise
  try {
    if (answer === 'restore') return await restore(editor, recoverable)
    if (answer === 'decline') await decline(editor, recoverable)
    return answer === 'decline'
  } catch {
    if (answer === 'restore')
      notify({ kind: 'error', title: 'Nothing was restored', description: STILL_KEPT })
    return false
  } finally {
    // Only now: if the editor is closed as soon as the question disappears, the answer has been carried out.
    set(editor, { recoverable: null })
  }
}

/** Merges the draft with the current text. @returns false when the choice between both was put off, or the text was closed */
export async function restore(editor: EditorCore, recoverable: RecoverableDraft): Promise<boolean> {
  const [replace, base] = await Promise.all([
    editor.prepareReplace(),
    readBase(editor, recoverable.base_version, recoverable.base_tags),
  ])
  const mergeNow = () => mergeTexts(base, recoverable.text, editor.draft.text)
  let merged = mergeNow()
  let choices: TextChoices | undefined
  while (hasConflict(merged)) {
    const shown = merged
    choices = await askForChoices(editor, shown)
    if (!choices) return false
    // An upload or another window may have changed the text behind the dialog.
    merged = mergeNow()
    if (isSameConflict(shown, merged)) break
  }
  if (editor.closed.aborted) return false
  replace(chooseText(merged, choices))
  if (await record(editor)) await recoverable.remove()
  return true
}

/** @returns undefined when the dialog, or the text, was closed without a choice */
async function askForChoices(editor: EditorCore, merged: MergedText): Promise<TextChoices | undefined> {
  const { closed } = editor
  if (closed.aborted) return
  const { promise, resolve } = Promise.withResolvers<TextChoices | undefined>()
  const end = (choices?: TextChoices) => {
    set(editor, { conflict: null })
    resolve(choices)
  }
  closed.addEventListener('abort', () => end(), { once: true })
  set(editor, { conflict: { merged, decide: end, later: () => end() } })
  return promise
}

/** Deletes the draft. Undo keeps it on the device again, and asks about it. */
async function decline(editor: EditorCore, recoverable: RecoverableDraft): Promise<void> {
  await recoverable.remove()
  editor.notify({
    title: 'The other copy was discarded',
    topic: 'recoverable draft',
    undo() {
      const { text, base_version, base_tags } = recoverable
      const journal = newJournal(editor)
      const unsent = { copy_revision: 0, unanswered_revisions: [], is_sent: false, is_stashed: true }
      journal.record({ text, base_version, base_tags, ...unsent })
      void journal.flush()
      void promptRecovery(editor, { ...recoverable, ...inJournal(journal) })
    },
  })
}

const inJournal = (journal: Journal | undefined): Pick<RecoverableDraft, 'remove' | 'release'> => ({
  async remove() {
    await journal?.clear()
    journal?.close()
  },
  release: () => journal?.close(),
})

/** Shows the version that was reverted to. Unsaved changes are stashed, and restored after the undo. */
export async function followRevert(editor: EditorCore, article: Article, isUndo: boolean): Promise<void> {
  const { draft, closed, prepareReplace } = editor
  // Undo may be pressed after the editor was closed.
  if (closed.aborted) return
  const replace = await prepareReplace()
  // A request that arrives after the replacement would create a working copy again.
  await untilIdle(editor)
  if (closed.aborted) return
  const wasStashed = editor.stashed
  const stashed = isUnsaved(editor.state.save) ? stash(editor) : undefined
  editor.stashed = stashed?.text
  draft.base = { version_number: article.version_number, text: textOf(article) }
  showBase(editor, replace)
  const { recoverable } = editor.state
  if (isUndo && recoverable?.text === wasStashed) recoverable?.answer('restore')
  await stashed?.written
  if (stashed) void promptRecovery(editor, stashed)
}

function showBase(editor: EditorCore, replace: (text: DraftText) => void) {
  set(editor, { text_number: editor.state.text_number + 1 })
  replace(editor.draft.base.text)
  dispatch(editor, { type: 'restarted' })
  void editor.journal?.clear()
}

/**
 * Moves unsaved changes to a journal entry of their own, which survives a crash, so that another text can replace them.
 * Once the entry is written, deletes their working copy, or it would be opened next time.
 */
function stash(editor: EditorCore): RecoverableDraft & { written: Promise<unknown> | undefined } {
  const { draft, journal, server } = editor
  const { text, base, copy_revision } = draft
  recordSoon(editor, true)
  const written = journal?.flush()
  startJournal(editor)
  forgetCopy(draft)
  // Refused when another window has written the copy since: then it is not the stashed text.
  const deleteCopy = () => server.deleteCopy(copy_revision).catch(() => undefined)
  if (copy_revision > 0) void written?.then((isWritten) => (isWritten ? deleteCopy() : undefined))
  return {
    written,
    text,
    base_version: base.version_number,
    base_tags: base.text.tags,
    updated_at: new Date().toISOString(),
    ...inJournal(journal),
  }
}

type TextAndBase = Pick<DraftState, 'text' | 'base'>

/**
 * Replaces unsaved changes by the newest version. Undo restores them, even after the editor was closed. Changes of another
 * window are merged in instead: nobody discards what they have not seen.
 */
export async function discard(editor: EditorCore): Promise<void> {
  const { draft, notify, prepareReplace } = editor
  const seen = draft.text
  try {
    // A request that arrives later would write the changes again.
    await flush(editor)
    const { subject, server } = editor
    const [replace, saved] = await Promise.all([prepareReplace(), isNew(subject) ? null : server.read()])
    if (!(await deleteCopy(editor, seen))) {
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
    forgetCopy(draft)
    draft.unanswered = []
    editor.sentOnLeave = undefined
    showBase(editor, replace)
    notify({
      title: 'Changes discarded',
      description: saved ? 'The text is that of the newest version.' : undefined,
      topic: 'discarded changes',
      duration: 10_000,
      undo: () => void takeBack(editor, before, after),
    })
  } catch {
    notify({ kind: 'error', title: 'Nothing was discarded', description: 'The server could not be reached.' })
  }
}

/** @returns false when another window has written since the text was seen */
async function deleteCopy(editor: EditorCore, seen: DraftText): Promise<boolean> {
  const { draft, server } = editor
  while (isSameText(draft.text, seen)) {
    try {
      await server.deleteCopy(draft.copy_revision)
      return true
    } catch (error) {
      if (failureOf(error as ApiError) !== 'conflict') throw error // the client throws nothing else
      if (!(await mergeOtherWindow(editor))) return false
    }
  }
  return false
}

/** Brings back what was discarded, with what was written since. */
async function takeBack(editor: EditorCore, before: TextAndBase, after: TextAndBase): Promise<void> {
  const { draft, closed, server, notify, prepareReplace } = editor
  try {
    const replace = closed.aborted ? undefined : await prepareReplace()
    // It may have been closed meanwhile.
    if (!replace || closed.aborted) {
      await server.putCopy(await mergeIntoCopy(editor, before, after))
      return notify({
        title: 'Your changes are back',
        topic: 'discarded changes',
      })
    }
    const { text, base } = mergeDiscarded(draft, before, after)
    draft.base = base
    replace(text)
  } catch {
    notify({
      kind: 'error',
      title: 'The changes could not be brought back',
      duration: 0,
      topic: 'discarded changes',
      undo: () => void takeBack(editor, before, after),
    })
  }
}

/** The discarded changes with those that were written after the editor was closed. */
async function mergeIntoCopy({ draft, server }: EditorCore, before: TextAndBase, after: TextAndBase) {
  const copy = await server.readCopy()
  if (!copy) return { ...mergeDiscarded(draft, before, after), copy_revision: 0 }
  const { base_version: version_number, base_tags: tags, revision: copy_revision } = copy
  const isSameBase = version_number === draft.base.version_number
  const base = isSameBase ? draft.base : { version_number, text: { ...draft.base.text, tags } }
  return { ...mergeDiscarded({ text: textOf(copy), base }, before, after), copy_revision }
}

/** Merges discarded changes with those made since. Blocks changed in both follow each other. */
function mergeDiscarded(now: TextAndBase, before: TextAndBase, after: TextAndBase): TextAndBase {
  const merged = mergeTexts(after.text, now.text, before.text)
  const content = merged.parts.filter(({ kind }) => kind === 'conflict').map(() => 'both' as const)
  return {
    text: chooseText(merged, { content }),
    // A save since then has created a newer base.
    base: now.base === after.base ? before.base : now.base,
  }
}
