import { useLayoutEffect, useRef } from 'react'

/** Where something is decided first. Notices call themselves dialogs too. */
const MODAL = '[role$=dialog]:not([aria-modal=false])'

/** ⌘S or Ctrl+S presses the button of the result, in whatever field one is. The browser never offers to save the page. */
export function useSaveKey() {
  const button = useRef<HTMLButtonElement>(null)
  // Before the screen is painted: whoever sees it may press at once.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isSaveKey = event.key.toLowerCase() === 's' && (event.metaKey || event.ctrlKey)
      if (!isSaveKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      if (event.repeat || document.querySelector(MODAL)) return
      const field = document.activeElement
      if (!(field instanceof HTMLInputElement)) return button.current?.click()
      // A tag and the description of an image count when their field is left, and that may draw it anew.
      field.blur()
      setTimeout(() => {
        ;(document.getElementById(field.id) ?? field).focus()
        button.current?.click()
      })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return button
}
