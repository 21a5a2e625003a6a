import { useEffectEvent, useLayoutEffect } from 'react'

/** Listens to keys wherever the focus is: as a layout effect, so that they work as soon as the screen is visible. */
export function useDocumentKeys(onKeyDown: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent(onKeyDown)
  useLayoutEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/**
 * The letter of a key. On a keyboard of another script it is that of the same key on an English one, as in Lexical and in
 * browsers: Ctrl+S is where a Russian keyboard has ы.
 */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const isOfOtherScript = (key.codePointAt(0) ?? 0) > 0x7f
  return isOfOtherScript && code.startsWith('Key') ? code.slice(3).toLowerCase() : key.toLowerCase()
}

type Keys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** What the keys of undo and redo ask for. */
export function undoOf(event: Keys): 'undo' | 'redo' | undefined {
  const { ctrlKey, metaKey, shiftKey, altKey } = event
  if (altKey || !(ctrlKey || metaKey)) return
  const letter = letterOf(event)
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  // On a Mac, ⌘Y is a key of the browser.
  return letter === 'y' && !metaKey ? 'redo' : undefined
}
