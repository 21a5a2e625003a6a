import { useEffectEvent, useLayoutEffect } from 'react'
import { useFocusMode } from './focus-mode.ts'

/** ⌘. or Ctrl+. toggles focus mode. Escape leaves it, unless it closes something else. */
export function useFocusKeys() {
  const { isFocused, toggleFocus } = useFocusMode()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.shiftKey || event.altKey) return
    const isSwitch = event.key === '.' && (event.metaKey || event.ctrlKey)
    const isExit =
      event.key === 'Escape' && isFocused && !document.querySelector('[role=dialog], [role=menu]')
    if (!isSwitch && !isExit) return
    event.preventDefault()
    toggleFocus()
    // Escape has blurred the editor, so focus it again.
    if (event.target instanceof HTMLElement) event.target.focus()
  })
  // A layout effect, so that the key works as soon as the screen is visible.
  useLayoutEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
