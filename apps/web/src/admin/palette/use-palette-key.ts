import { useEffectEvent, useLayoutEffect } from 'react'

/** ⌘K or Ctrl+K, wherever the focus is. With selected text in an editor, the key makes a link instead. */
export function usePaletteKey(onPress: () => void) {
  const press = useEffectEvent(onPress)
  // A layout effect, so that the key works as soon as the screen is visible.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isPaletteKey = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)
      if (!isPaletteKey || event.shiftKey || event.altKey) return
      if (event.defaultPrevented || isSelectedText(event.target)) return
      event.preventDefault()
      press()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

const isSelectedText = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.isContentEditable && getSelection()?.isCollapsed === false
