import { type ArticleText, EMPTY_TEXT } from './article-text.ts'
import type { Desk } from './desk.ts'
import { claimLeftEntries } from './left-entries.ts'
import type { MergedText, TextChoices } from './merge-text.ts'
import { makeOffers, type Offer } from './offers.ts'

/** Looks for unsaved work of earlier windows and other devices, and offers it, the newest first. Nothing is applied unasked. */
export async function offerLeftWork(desk: Desk): Promise<void> {
  const { surroundings, work, saver } = desk
  const opened = work.text
  const [entries, copy] = await Promise.all([
    findEntries(desk),
    // Where it cannot be read, it is not overwritten either: its revision is not known.
    surroundings.server.readCopy().catch(() => null),
  ])
  const { offers, settled } = makeOffers(opened, entries, copy)
  for (const entry of settled) void entry.remove()
  if (!offers.some(({ copy_revision }) => copy_revision > 0)) work.copy_revision = copy?.revision ?? 0
  let hasCopy = surroundings.article !== null
  for (const offer of offers) {
    const isPostponed = (await ask(desk, offer, opened).catch(() => 'postponed')) === 'postponed'
    if (isPostponed) for (const entry of offer.entries) entry.release()
    // A copy stays on the server until it is decided about, and this window writes beside it.
    if (isPostponed && offer.copy_revision > 0) hasCopy = false
  }
  saver.dispatch({ type: 'copy', hasCopy })
}

const findEntries = ({ surroundings: { article }, user, show }: Desk) =>
  claimLeftEntries(user, article?.id ?? null).catch(() => {
    show({ isJournalBroken: true })
    return []
  })

/** Shows an offer until it is answered, and does what was chosen. */
async function ask(desk: Desk, offer: Offer, opened: ArticleText): Promise<Answer> {
  const { show } = desk
  const { promise, resolve } = Promise.withResolvers<(desk: Desk, offer: Offer) => Promise<Answer>>()
  show({
    offer: {
      ...offer,
      opened,
      isMerged: offer.base_version !== desk.work.base.version_number,
      restore: () => resolve(restore),
      decline: () => resolve(decline),
      later: () => resolve(async () => 'postponed'),
    },
  })
  const act = await promise
  show({ offer: null })
  return act(desk, offer)
}

type Answer = 'done' | 'postponed'

/** What was typed since, and what others have saved, is merged with it. */
async function restore(desk: Desk, offer: Offer): Promise<Answer> {
  const { work, surroundings, keep } = desk
  const [{ mergeTexts, hasConflict, chooseText }, replace, base] = await Promise.all([
    import('./merge-text.ts'),
    surroundings.prepareReplace(),
    baseOf(desk, offer),
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

async function baseOf({ work, surroundings: { server, article } }: Desk, offer: Offer): Promise<ArticleText> {
  if (!article) return EMPTY_TEXT
  if (offer.base_version === work.base.version_number) return work.base.text
  return (await server.readVersion(offer.base_version)) ?? work.base.text
}

async function decline({ surroundings: { server } }: Desk, offer: Offer): Promise<Answer> {
  for (const entry of offer.entries) await entry.remove()
  // Refused when another window wrote in between: then it is not what was declined.
  if (offer.copy_revision > 0) await server.dropCopy(offer.copy_revision)
  return 'done'
}
