import { useToggleParam } from './use-toggle-param.ts'

/** Only the editor is shown. In the URL, so that the layout knows it and Back leaves it. */
export function useFocusMode() {
  const [isFocused, toggleFocus] = useToggleParam('focus')
  return { isFocused, toggleFocus }
}
