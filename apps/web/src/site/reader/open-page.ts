import { forgetSession, KEYS, read, write } from '../../local-storage.ts'
import { showReadingChoices } from './choices.ts'
import { offerReadingPosition, POSITIONS_KEY } from './reading-position.ts'
import { recordView } from './record-view.ts'
import { READINGS_KEY, showChangesSinceReading, showNeighboursOfTag } from './story.ts'

/** Runs for every shown page, loaded or swapped. `referrer` is the previous page, or ''. */
export function openPage(referrer: string): void {
  showReadingChoices()
  showNeighboursOfTag(referrer)
  offerReadingPosition()
  showChangesSinceReading()
  showYourData()
  void recordView(referrer)
}

/** On the page of a visitor’s own data: fills in the identifier, or removes what the browser holds after an erasure. */
function showYourData(): void {
  const field = document.querySelector<HTMLInputElement>('[data-session-id]')
  if (!field) return
  if (document.querySelector('[data-erased]')) {
    forgetSession()
    for (const key of [READINGS_KEY, POSITIONS_KEY]) write(key, null)
  }
  const id = read(KEYS.visitor)
  if (id) field.value = id
  const hint = document.querySelector('[data-session-hint]')
  if (hint) hint.textContent = id ? 'Your browser has filled it in.' : 'Your browser keeps none.'
}
