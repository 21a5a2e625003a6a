import { Button } from '../../../ui/button.tsx'
import { useFocusMode } from '../../screen/focus-mode.ts'
import { useFocusKeys } from '../../screen/use-focus-keys.ts'
import { keepCaret } from './keep-caret.ts'

export function FocusButton() {
  const { isFocused, toggleFocus } = useFocusMode()
  useFocusKeys()
  return (
    <Button variant="secondary" aria-pressed={isFocused} onClick={toggleFocus} onMouseDown={keepCaret}>
      {isFocused ? 'Exit Focus' : 'Focus Mode'}
    </Button>
  )
}
