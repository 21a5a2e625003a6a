import type { MouseEvent } from 'react'

/**
 * For buttons beside the text: keeps the caret in the text when they are pressed. A focused input is blurred as usual,
 * because that commits its value.
 */
export function keepCaret(event: MouseEvent) {
  if (document.activeElement instanceof HTMLElement && document.activeElement.isContentEditable)
    event.preventDefault()
}
