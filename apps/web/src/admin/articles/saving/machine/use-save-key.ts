import { useLayoutEffect, useRef } from 'react'

/** Where something is decided first. Notices call themselves dialogs too. */
const MODAL = '[role$=dialog]:not([aria-modal=false])'

/**
 * ⌘S or Ctrl+S presses the button of the result, in whatever field one is. The browser never offers to save the page.
 * During a save, when the button takes nothing, the key is for what was typed since: that is saved next. Not while an
 * article is made (`isNew`), or there would be two.
 */
export function useSaveKey({ isSaving, isNew }: { isSaving: boolean; isNew: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  // Before the screen is painted: whoever sees it may press at once.
  useLayoutEffect(() => {
    function press() {
      if (!isSaving) button.current?.click()
      else if (!isNew) button.current?.form?.requestSubmit()
    }
    function onKeyDown(event: KeyboardEvent) {
      const isSaveKey = event.key.toLowerCase() === 's' && (event.metaKey || event.ctrlKey)
      if (!isSaveKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      if (event.repeat || document.querySelector(MODAL)) return
      const field = document.activeElement
      if (!(field instanceof HTMLInputElement)) return press()
      // A tag and the description of an image count when their field is left, and that may draw it anew.
      field.blur()
      setTimeout(() => {
        ;(document.getElementById(field.id) ?? field).focus()
        press()
      })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isSaving, isNew])
  return button
}
