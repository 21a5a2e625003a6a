import { useMatch } from 'react-router'
import { paths } from '../../paths.ts'
import { useStored } from './use-stored.ts'

/** Whether the current screen has the editor of an article. */
export function useIsWriting(): boolean {
  const isEdited = useMatch('/admin/draft/edit/:id') !== null
  return useMatch(paths.admin.newDraft) !== null || isEdited
}

/** Focus mode: only the editor is shown. Stored per tab; ignored by screens without an editor. */
export function useFocusMode() {
  const [stored, store] = useStored('focus_mode', sessionStorage)
  const isWriting = useIsWriting()
  const isFocused = stored !== null && isWriting
  return { isFocused, toggleFocus: () => store(isFocused ? null : 'on') }
}
