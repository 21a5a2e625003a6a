import { readBase } from './base-text.ts'
import type { Desk } from './desk.ts'
import { chooseText, hasConflict, type MergedText, mergeTexts, type TextChoices } from './merge-text.ts'
import type { Answer } from './offer-left-work.ts'
import type { Offer } from './offers.ts'

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
  if (offer.copy_revision > 0) work.copy_revision = offer.copy_revision
  await keep()
  for (const entry of offer.entries) await entry.remove()
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

/** The saved text stays. */
export async function decline({ surroundings: { server } }: Desk, offer: Offer): Promise<Answer> {
  for (const entry of offer.entries) await entry.remove()
  // Refused when another window wrote in between: then it is not what was declined.
  if (offer.copy_revision > 0) await server.dropCopy(offer.copy_revision)
  return 'done'
}
