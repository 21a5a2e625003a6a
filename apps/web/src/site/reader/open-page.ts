import { showReadingChoices } from './choices.ts'
import { offerReadingPosition } from './reading-position.ts'
import { recordView } from './record-view.ts'
import { showChangesSinceReading, showNeighboursOfTag } from './story.ts'

/** Runs for every shown page, loaded or swapped. `referrer` is the previous page, or ''. */
export function openPage(referrer: string): void {
  showReadingChoices()
  showNeighboursOfTag(referrer)
  offerReadingPosition()
  showChangesSinceReading()
  void recordView(referrer)
}
