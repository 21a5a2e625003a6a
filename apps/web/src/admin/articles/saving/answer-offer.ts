import { readBase } from './base-text.ts'
import type { Desk } from './desk.ts'
import { chooseText, hasConflict, type MergedText, mergeTexts, type TextChoices } from './merge-text.ts'
import { type Answer, type Offer, offerWork } from './offer-work.ts'

/** What was typed since, and what others have saved, is merged with it. */
export async function restore(desk: Desk, offer: Offer): Promise<Answer> {
  const { work, surroundings, keep } = desk
  const [replace, base] = await Promise.all([
    surroundings.prepareReplace(),
    readBase(desk, offer.base_version, offer.base_tags),
  ])
  const merged = mergeTexts(base, offer.text, work.text)
  const choices = hasConflict(merged) ? await askForChoices(desk, merged) : undefined
  if (choices === null) return 'postponed'
  replace(chooseText(merged, choices))
  await keep()
  await offer.remove()
  return 'done'
}

/** @returns null when the writer would rather not decide now */
function askForChoices({ show }: Desk, merged: MergedText): Promise<TextChoices | null> {
  const { promise, resolve } = Promise.withResolvers<TextChoices | null>()
  const end = (choices: TextChoices | null) => {
    show({ conflict: null })
    resolve(choices)
  }
  show({ conflict: { merged, decide: end, later: () => end(null) } })
  return promise
}

/** The text that is shown stays. Undo asks again. */
export async function decline(desk: Desk, offer: Offer): Promise<Answer> {
  await offer.remove()
  desk.surroundings.notify({
    kind: 'success',
    title: 'The other copy was discarded',
    topic: 'left work',
    undo: () => void offerWork(desk, { ...offer, remove: async () => {}, release() {} }),
  })
  return 'done'
}
