import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { letterOf, useDocumentKeys } from '../screen/keys.ts'

/** ⌘K or Ctrl+K, wherever the focus is. With selected text in an editor, the key makes a link instead. */
export function usePaletteKey(onPress: () => void) {
  useDocumentKeys((event) => {
    const isPaletteKey = letterOf(event) === 'k' && (event.metaKey || event.ctrlKey)
    if (!isPaletteKey || event.shiftKey || event.altKey) return
    if (event.defaultPrevented || isSelectedText(event.target)) return
    event.preventDefault()
    onPress()
  })
}

const isSelectedText = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.isContentEditable && getSelection()?.isCollapsed === false

/**
 * Collects what is typed between opening the palette and focusing its input, while its code may still be loading. Until
 * then keys have no other effect.
 * @returns a function that returns the collected text, and stops collecting
 */
export function useTypeAhead(isActive: boolean, onEscape: () => void): () => string {
  const typed = useRef<string | null>(null)
  const leave = useEffectEvent(onEscape)
  useLayoutEffect(() => {
    if (!isActive) return
    typed.current = ''
    function collect(event: KeyboardEvent) {
      if (typed.current === null || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Escape') leave()
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (event.key.length === 1) typed.current += event.key
    }
    window.addEventListener('keydown', collect, true)
    return () => window.removeEventListener('keydown', collect, true)
  }, [isActive])
  return () => {
    const text = typed.current ?? ''
    typed.current = null
    return text
  }
}

export const loadPalette = () => import('./palette.tsx')
