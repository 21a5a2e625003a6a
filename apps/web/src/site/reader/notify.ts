import { element } from './element.ts'
import { showToast } from './toast.ts'

const SHOWN_FOR = 5000

/** Shows a notification that closes after some seconds, or when dismissed. */
export function notify(title: string, description: string): void {
  setTimeout(showToast(title, element('span', { textContent: description })), SHOWN_FOR)
}
