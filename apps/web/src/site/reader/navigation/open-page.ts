import { showReadingChoices } from '../choices/reading-choices.ts'
import { showNeighboursOfTag } from '../followed-tag.ts'
import { showChangesSinceReading } from '../last-readings.ts'
import { offerReadingPosition } from '../position/continue.ts'
import { recordView } from '../record-view.ts'

/** Runs for every shown page, loaded or swapped. `referrer` is the previous page, or ''. */
export function openPage(referrer: string): void {
  showReadingChoices()
  showNeighboursOfTag(referrer)
  offerReadingPosition()
  showChangesSinceReading()
  void recordView(referrer)
}
