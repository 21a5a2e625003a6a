import { useLayoutEffect } from 'react'

/** `aria-keyshortcuts` of the button that ⌘Enter or Ctrl+Enter presses: at most one on a screen and in a dialog. */
export const MAIN_KEY = 'Control+Enter Meta+Enter'

/** ⌘Enter or Ctrl+Enter presses the main button of the dialog with the focus, or of the screen. */
export function useMainKey(): void {
  useLayoutEffect(() => {
    // Before the text, in which the key would begin a new line.
    document.addEventListener('keydown', pressMainButton, true)
    return () => document.removeEventListener('keydown', pressMainButton, true)
  }, [])
}

function pressMainButton(event: KeyboardEvent): void {
  const { key, metaKey, ctrlKey, shiftKey, altKey, repeat, target } = event
  if (key !== 'Enter' || !(metaKey || ctrlKey) || shiftKey || altKey || !(target instanceof Element)) return
  const scope = target.closest('[role$=dialog]') ?? document
  const button = scope.querySelector<HTMLElement>(`[aria-keyshortcuts="${MAIN_KEY}"]`)
  if (!button) return
  event.preventDefault()
  event.stopPropagation()
  if (!repeat) button.click()
}
