import { showReadingChoices } from '../choices/reading-choices.ts'
import { offerPlace } from '../position/continue.ts'
import { recordView } from '../record-view.ts'

/** What is done for every page that is shown, by itself or in place. `referrer` is the page before, or ''. */
export function openPage(referrer: string): void {
  showReadingChoices()
  offerPlace()
  void recordView(referrer)
}
