import { useEffectEvent, useLayoutEffect } from 'react'

/** ⌘K or Ctrl+K, wherever the focus is. On selected text of an editor it belongs to links. */
export function usePaletteKey(onPress: () => void) {
  const press = useEffectEvent(onPress)
  // Before the screen is painted: whoever sees it may press at once.
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
