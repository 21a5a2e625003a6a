import { useLayoutEffect, useRef } from 'react'

/** A modal dialog. Toasts have the role too, but are not modal. */
const MODAL = '[role$=dialog]:not([aria-modal=false])'

const isTextOfImage = (field: Element | null): field is HTMLTextAreaElement =>
  field instanceof HTMLTextAreaElement && field.closest('[contenteditable]') !== null

/**
 * ⌘S or Ctrl+S clicks the returned button from any field, and never opens the browser's own dialog. During a save, when
 * the button is disabled, it queues another save, except while an article is created (`isNew`): that would create two.
 */
export function useSaveKey({ isSaving, isNew }: { isSaving: boolean; isNew: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  // A layout effect, so that the key works as soon as the screen is visible.
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
      if (!(field instanceof HTMLInputElement) && !isTextOfImage(field)) return press()
      // Blur commits a tag, or a text of an image, and may remount the field; so find it again by its id.
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
