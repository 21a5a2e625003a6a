import { useEffectEvent, useLayoutEffect, useRef } from 'react'

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
