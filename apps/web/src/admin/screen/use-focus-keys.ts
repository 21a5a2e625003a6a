import { useEffectEvent, useLayoutEffect } from 'react'
import { useFocusMode } from './focus-mode.ts'

/** ⌘. or Ctrl+. turns the focus mode on and off, Escape turns it off when nothing else is there to close. */
export function useFocusKeys() {
  const { isFocused, toggleFocus } = useFocusMode()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.shiftKey || event.altKey) return
    const isSwitch = event.key === '.' && (event.metaKey || event.ctrlKey)
    const isExit = event.key === 'Escape' && isFocused && !document.querySelector('[role=dialog]')
    if (!isSwitch && !isExit) return
    event.preventDefault()
    toggleFocus()
    // Escape took the focus out of the text.
    if (event.target instanceof HTMLElement) event.target.focus()
  })
  // Before the screen is painted: whoever sees it may press at once.
  useLayoutEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
