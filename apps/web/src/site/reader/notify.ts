import { element } from './element.ts'
import { showToast } from './toast.ts'

const SHOWN_FOR = 5000

/** Shows a notification. It goes away by itself, or when it is dismissed. */
export function notify(title: string, description: string): void {
  setTimeout(showToast(title, element('span', { textContent: description })), SHOWN_FOR)
}
