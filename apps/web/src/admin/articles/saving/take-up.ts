import { readBase } from './base-text.ts'
import type { Desk } from './desk.ts'
import { claimLeftEntries, fillIn, type LeftEntry } from './left-entries.ts'
import { type Fate, fateOf } from './left-work.ts'
import { chooseText, hasConflict, mergeTexts } from './merge-text.ts'
import { offerWork } from './offer-work.ts'

/** Takes what windows that are gone have left on this device into the text. It asks only where two copies really differ. */
export async function takeUpLeftWork(desk: Desk): Promise<void> {
  const { surroundings, user, closed } = desk
  const entries = await claimLeftEntries(user, surroundings.subject).catch(() => {
    desk.show({ isJournalBroken: true })
    return []
  })
  let isFirst = true
  for (const left of entries) {
    if (closed.aborted) {
      left.release()
      continue
    }
    const entry = fillIn(left, surroundings.opening.text)
    const fate = fateOf(entry, surroundings.opening)
    if (fate === 'settled') {
      await entry.remove()
      continue
    }
    // What is taken up second did not begin from the first.
    const isTaken = fate !== 'aside' && (await mergeIn(desk, entry, isFirst ? fate : 'apart'))
    isFirst = false
    if (!isTaken) await offerWork(desk, offerOf(entry))
  }
}

/** @returns false when both changed the same place */
async function mergeIn(desk: Desk, entry: LeftEntry, fate: Fate): Promise<boolean> {
  const { work, surroundings, keep } = desk
  const [replace, base] = await Promise.all([
    surroundings.prepareReplace(),
    fate === 'ahead' ? surroundings.opening.text : readBase(desk, entry.base_version, entry.base_tags),
  ])
  // From here on nothing waits, or what is typed meanwhile would be overwritten.
  const merged = mergeTexts(base, work.text, entry.text)
  if (hasConflict(merged)) return false
  replace(chooseText(merged))
  await keep()
  await entry.remove()
  return true
}

const offerOf = ({ text, base_version, base_tags, updated_at, remove, release }: LeftEntry) => ({
  text,
  base_version,
  base_tags,
  updated_at,
  remove,
  release,
})
