import { useMatch } from 'react-router'
import { paths } from '../../paths.ts'
import { useStored } from './use-stored.ts'

/** Only the editor is shown. Remembered while the tab is open; screens without an editor know nothing of it. */
export function useFocusMode() {
  const [stored, store] = useStored('focus_mode', sessionStorage)
  const isEdited = useMatch('/admin/draft/edit/:id') !== null
  const isNew = useMatch(paths.admin.newDraft) !== null
  const isFocused = stored !== null && (isEdited || isNew)
  return { isFocused, toggleFocus: () => store(isFocused ? null : 'on') }
}
