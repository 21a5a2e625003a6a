import { showReadingChoices } from '../choices/reading-choices.ts'
import { offerReadingPosition } from '../position/continue.ts'
import { recordView } from '../record-view.ts'

/** Runs for every shown page, loaded or swapped. `referrer` is the previous page, or ''. */
export function openPage(referrer: string): void {
  showReadingChoices()
  offerReadingPosition()
  void recordView(referrer)
}
