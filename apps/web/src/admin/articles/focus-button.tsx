import { Button } from '../../ui/button.tsx'
import { useFocusMode } from '../layout/focus-mode.ts'

export function FocusButton() {
  const { isFocused, toggleFocus } = useFocusMode()
  return (
    <Button variant="secondary" aria-pressed={isFocused} onClick={toggleFocus} className="self-end">
      {isFocused ? 'Exit Focus' : 'Focus Mode'}
    </Button>
  )
}
