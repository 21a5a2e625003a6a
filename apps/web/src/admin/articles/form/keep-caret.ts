import type { MouseEvent } from 'react'

/** For a button beside the text: a press does not take the caret out of it. A field that is left still counts as left. */
export function keepCaret(event: MouseEvent) {
  if (document.activeElement instanceof HTMLElement && document.activeElement.isContentEditable)
    event.preventDefault()
}
