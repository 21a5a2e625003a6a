import { isOfInputMethod } from '@nightdesk/editor/input-methods'
import { useEffectEvent, useLayoutEffect } from 'react'
import { useLocation, useMatch } from 'react-router'
import { paths } from '../../paths.ts'
import { useDocumentKeys } from './keys.ts'
import { useStored } from './use-stored.ts'

/** Whether the current screen has the editor of an article. */
export function useIsWriting(): boolean {
  const isEdited = useMatch('/admin/draft/edit/:id') !== null
  return useMatch(paths.admin.newDraft) !== null || isEdited
}

/** State of a navigation that follows a save, during which the author may be typing. */
export const AFTER_WRITING = 'after writing'

/** Whether the keys on the current screen may be meant for a text. */
export function useIsTypingExpected(): boolean {
  const isWriting = useIsWriting()
  return useLocation().state === AFTER_WRITING || isWriting
}

const useStoredMode = () => useStored('focus_mode', 'sessionStorage')

/** Focus mode: only the editor is shown. Stored per tab, for a reload. */
export function useFocusMode() {
  const [stored, store] = useStoredMode()
  const isWriting = useIsWriting()
  const isFocused = stored !== null && isWriting
  return { isFocused, toggleFocus: () => store(isFocused ? null : 'on') }
}

/** Ends focus mode on the first screen without an editor, so that the next visit begins without it. */
export function useFocusModeEnd(): void {
  const [stored, store] = useStoredMode()
  const isWriting = useIsWriting()
  const end = useEffectEvent(() => {
    if (!isWriting && stored !== null) store(null)
  })
  // A layout effect, so that it has ended when the screen is visible, from where somebody may go back at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per screen
  useLayoutEffect(end, [isWriting])
}

/** A modal dialog. Toasts have the role too, but are not modal. */
export const MODAL = '[role$=dialog]:not([aria-modal=false])'

/** ⌘. or Ctrl+. toggles focus mode. Escape leaves it, unless it closes something else. */
export function useFocusKeys() {
  const { isFocused, toggleFocus } = useFocusMode()
  useDocumentKeys((event) => {
    if (event.defaultPrevented || isOfInputMethod(event) || event.shiftKey || event.altKey) return
    const isSwitch = event.key === '.' && (event.metaKey || event.ctrlKey)
    const isExit = event.key === 'Escape' && isFocused && !document.querySelector(`${MODAL}, [role=menu]`)
    if (!isSwitch && !isExit) return
    event.preventDefault()
    toggleFocus()
    // Escape has blurred the editor, so focus it again.
    if (event.target instanceof HTMLElement) event.target.focus()
  })
}
