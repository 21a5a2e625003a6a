import { useState } from 'react'

/**
 * Copies a text. `outcome` is for a status beside the button: that it was copied, or `manually`, which says how to copy
 * it without the clipboard API, as that needs https.
 */
export function useCopy(text: string, manually: string) {
  const [outcome, setOutcome] = useState('')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('Copied')
    } catch {
      setOutcome(manually)
    }
  }
  return { copy, outcome }
}
