import { Kbd } from '../../ui/kbd.tsx'
import { showKeys } from './show-keys.ts'
import { useSwitch } from './use-switch.ts'

/**
 * The single-key shortcut of the control beside it. Hidden from screen readers, without a keyboard, and while shortcuts
 * are off.
 */
export function KeyHint({ keys, className = '' }: { keys: string; className?: string }) {
  const { isOn: areOn } = useSwitch('shortcuts')
  if (!areOn) return null
  return (
    <span aria-hidden className="flex max-md:hidden pointer-coarse:hidden">
      <Kbd className={className}>{showKeys(keys)}</Kbd>
    </span>
  )
}
