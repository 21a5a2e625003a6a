import type { EditSession } from '../edit-session.ts'
import {
  chooseText,
  hasConflict,
  type MergedText,
  mergeTexts,
  type TextChoices,
} from '../merge/merge-text.ts'
import { readBase } from './base-text.ts'
import { type Answer, offerDraft, type RecoverableDraft } from './offer-recoverable.ts'

/** Merges the draft with the current text. */
export async function restore(session: EditSession, offer: RecoverableDraft): Promise<Answer> {
  const { draft, dependencies, keep } = session
  const [replace, base] = await Promise.all([
    dependencies.prepareReplace(),
    readBase(session, offer.base_version, offer.base_tags),
  ])
  const merged = mergeTexts(base, offer.text, draft.text)
  const choices = hasConflict(merged) ? await askForChoices(session, merged) : undefined
  if (choices === null) return 'postponed'
  replace(chooseText(merged, choices))
  await keep()
  await offer.remove()
  return 'done'
}

/** @returns null when the dialog was closed without a choice */
function askForChoices({ setState }: EditSession, merged: MergedText): Promise<TextChoices | null> {
  const { promise, resolve } = Promise.withResolvers<TextChoices | null>()
  const end = (choices: TextChoices | null) => {
    setState({ conflict: null })
    resolve(choices)
  }
  setState({ conflict: { merged, decide: end, later: () => end(null) } })
  return promise
}

/** Deletes the draft. Undo asks about it again. */
export async function decline(session: EditSession, offer: RecoverableDraft): Promise<Answer> {
  await offer.remove()
  session.dependencies.notify({
    kind: 'success',
    title: 'The other copy was discarded',
    topic: 'left work',
    undo: () => void offerDraft(session, { ...offer, remove: async () => {}, release() {} }),
  })
  return 'done'
}
