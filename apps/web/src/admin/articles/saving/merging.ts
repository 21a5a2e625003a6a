import type { AdminArticle, WorkingCopy } from '@nightdesk/contracts'
import { forgetCopy, isSaveUnanswered, revisionsOf, setAnswered } from './article-server.ts'
import { becomeArticle, deleteLeft, dispatch, type EditorCore, record, set } from './draft-editor.ts'
import { type DraftText, EMPTY_TEXT, isNew, textOf } from './draft-text.ts'
import {
  chooseText,
  describeChanges,
  hasConflict,
  isSameConflict,
  type MergedText,
  mergeFromAny,
  mergeTexts,
  type TextChoices,
} from './merge-text.ts'
import { isSameText } from './same-text.ts'

/**
 * Merges the working copy that another window has written into the text, so that the next write overwrites nothing.
 * @returns false when the copy is unchanged, both windows changed the same place, or the text was closed meanwhile
 */
export async function mergeOtherWindow(editor: EditorCore): Promise<boolean> {
  const { draft } = editor
  const copy = await readNewestCopy(editor)
  if ((copy?.revision ?? 0) === draft.copy_revision) return false
  // The response to a request of this window was lost.
  const own = draft.unanswered.find(({ revision }) => revision === copy?.revision)
  if (own) setAnswered(draft, own)
  else if (copy && !(await mergeCopy(editor, copy))) return false
  if (!copy) {
    draft.superseded = draft.lastCopy
    await joinSaved(editor)
  }
  draft.copy_revision = copy?.revision ?? 0
  draft.lastCopy = copy ? textOf(copy) : undefined
  return true
}

/** After another window has made an article of a new text: goes on with that, unless both changed the same place. */
async function joinSaved(editor: EditorCore): Promise<void> {
  const { draft, server, closed, prepareReplace } = editor
  const { superseded } = draft
  if (!isNew(editor.subject) || !superseded || isSaveUnanswered(draft)) return
  const [article, replace] = await Promise.all([server.read(), prepareReplace()])
  if (!article || article.state === 'deleted' || closed.aborted) return
  const theirs = textOf(article)
  const before = draft.text
  const merged = mergeTexts(superseded, before, theirs)
  if (hasConflict(merged)) return
  becomeArticle(editor, article)
  draft.base = { version_number: article.version_number, text: theirs }
  draft.superseded = undefined
  replace(chooseText(merged))
  announce(editor, MERGED_WITH_SAVED, before)
}

/** Reads the working copy again when a write of this window was answered meanwhile, as what was read may be from before. */
async function readNewestCopy({ draft, server }: EditorCore): Promise<WorkingCopy | null> {
  for (;;) {
    const { copy_revision } = draft
    const copy = await server.readCopy()
    if (draft.copy_revision === copy_revision) return copy
  }
}

async function mergeCopy(editor: EditorCore, copy: WorkingCopy): Promise<boolean> {
  const { draft, closed, prepareReplace } = editor
  const version_number = Math.min(copy.base_version, draft.base.version_number)
  const [replace, common] = await Promise.all([
    prepareReplace(),
    // The common base is the last copy this window knew, else the older one of both base versions.
    draft.lastCopy ?? readBase(editor, version_number, copy.base_tags),
  ])
  const theirs = textOf(copy)
  // Do not await from here on: text typed meanwhile would be overwritten.
  const before = draft.text
  const merged = mergeFromAny([common], before, theirs, draft.unanswered)
  if (closed.aborted || hasConflict(merged)) return false
  replace(chooseText(merged))
  announce(editor, 'Merged with your other window', before)
  return true
}

const MERGED_WITH_SAVED = 'Merged with what was saved meanwhile'

/** Says what a merge has changed in the text; nothing when the other text was continued here. */
function announce({ draft, notify }: EditorCore, title: string, before: DraftText): void {
  const changes = describeChanges(before, draft.text)
  if (changes !== '') notify({ kind: 'info', title, description: `New in your text: ${changes}.` })
}

/**
 * Merges the version that somebody else has saved into the text and saves the result, or shows the conflicts.
 * @returns false when their version could not be loaded, or the text was closed meanwhile
 */
export async function mergeNewVersion(editor: EditorCore): Promise<boolean> {
  const { draft, closed } = editor
  // Await everything first: the article must not change between the merge and its display.
  const loaded = await loadTheirs(editor).catch(() => null)
  // A closed text no longer changes, so it would be saved without theirs.
  if (!loaded || closed.aborted) return false
  const [replace, article, copy] = loaded
  const theirs = textOf(article)
  // The save had arrived, only its response was lost: the version is our own.
  const isOwn = draft.unanswered.some(({ text }) => isSameText(text, theirs))
  // Another window of the same user may have saved the copy that this one wrote, or continued from it.
  const supersededCopy = (copy ? undefined : draft.lastCopy) ?? draft.superseded
  const bases = supersededCopy ? [supersededCopy] : []

  /** Saves the merge if it has no other conflicts than those decided. Uploads may have changed the text meanwhile. */
  function saveMerged(decided?: MergedText, choices?: TextChoices) {
    const likeliest = isOwn ? theirs : draft.base.text
    const before = draft.text
    const merged = mergeFromAny([likeliest, ...bases], before, theirs, draft.unanswered)
    if (hasConflict(merged) && !(decided && isSameConflict(decided, merged))) {
      const decide = (given: TextChoices) => saveMerged(merged, given)
      set(editor, { conflict: { merged, decide, later: () => set(editor, { conflict: null }) } })
      return
    }
    replace(chooseText(merged, choices))
    draft.base = { version_number: article.version_number, text: theirs }
    draft.superseded = undefined
    set(editor, { conflict: null })
    dispatch(editor, { type: 'resolved' })
    if (!decided) announce(editor, MERGED_WITH_SAVED, before)
  }

  saveMerged()
  return true
}

function loadTheirs(editor: EditorCore) {
  const { server, prepareReplace } = editor
  const article = server.read().then((read) => {
    if (!read) throw new Error('A new article has no versions')
    return followCreated(editor, read)
  })
  return Promise.all([prepareReplace(), article, server.readCopy()])
}

/** An earlier save whose response was lost, or another window, has created the article: makes the editor one of it. */
async function followCreated(editor: EditorCore, article: AdminArticle): Promise<AdminArticle> {
  const { draft, subject, server, serverOf, closed } = editor
  if (!isNew(subject)) return article
  const first = await serverOf({ id: article.id }).readVersion(1)
  // The journal keeps the text of one that was closed meanwhile.
  if (closed.aborted) return article
  const begun = [draft.copy_revision, ...revisionsOf(draft.unanswered)]
  becomeArticle(editor, article)
  const common = isSaveUnanswered(draft) ? undefined : draft.superseded
  draft.base = { version_number: 1, text: common ?? first ?? EMPTY_TEXT }
  forgetCopy(draft)
  await record(editor)
  for (const revision of begun) await deleteLeft(server, revision)
  return article
}

/**
 * The text of the version that an edit is based on, as the base of a merge. Versions have no tags.
 * @param tags those of the article when the edit was begun
 */
export async function readBase(
  { draft, subject, server }: EditorCore,
  version_number: number,
  tags: string[],
): Promise<DraftText> {
  if (isNew(subject)) return EMPTY_TEXT
  const isBase = version_number === draft.base.version_number
  const version = isBase ? undefined : await server.readVersion(version_number)
  return { ...(version ?? draft.base.text), tags }
}
