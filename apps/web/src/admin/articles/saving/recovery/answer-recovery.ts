import type { EditSession } from '../edit-session.ts'
import {
  chooseText,
  hasConflict,
  isSameConflict,
  type MergedText,
  mergeTexts,
  type TextChoices,
} from '../merge/merge-text.ts'
import { readBase } from './base-text.ts'
import { type Answer, promptRecovery, type RecoverableDraft } from './prompt-recovery.ts'

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
export async function decline(session: EditSession, recoverable: RecoverableDraft): Promise<Answer> {
  await recoverable.remove()
  session.dependencies.notify({
    kind: 'success',
    title: 'The other copy was discarded',
    topic: 'recoverable draft',
    undo: () => void promptRecovery(session, { ...recoverable, remove: async () => {}, release() {} }),
  })
  return 'done'
}
