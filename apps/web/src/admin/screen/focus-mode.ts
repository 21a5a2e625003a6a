import { useMatch } from 'react-router'
import { paths } from '../../paths.ts'
import { useStored } from './use-stored.ts'

/** Whether the screen is one on which a story is written. */
export function useIsWriting(): boolean {
  const isEdited = useMatch('/admin/draft/edit/:id') !== null
  return useMatch(paths.admin.newDraft) !== null || isEdited
}

/** Only the editor is shown. Remembered while the tab is open; screens without an editor know nothing of it. */
export function useFocusMode() {
  const [stored, store] = useStored('focus_mode', sessionStorage)
  const isWriting = useIsWriting()
  const isFocused = stored !== null && isWriting
  return { isFocused, toggleFocus: () => store(isFocused ? null : 'on') }
}
