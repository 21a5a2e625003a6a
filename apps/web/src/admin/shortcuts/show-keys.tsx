import { Kbd } from '../../ui/kbd.tsx'
import { useSwitch } from './switches.tsx'

/**
 * The single-key shortcut of the control around it, which is a `group`: shown while the control is pointed at or has the
 * focus. Hidden from screen readers, without a keyboard, and while shortcuts are off.
 */
export function KeyHint({ keys }: { keys: string }) {
  const { isOn: areOn } = useSwitch('shortcuts')
  return areOn && <Hint keys={showKeys(keys)} />
}

export const PaletteHint = () => <Hint keys={paletteKeys} />

const Hint = ({ keys }: { keys: string }) => (
  <span
    aria-hidden
    className="flex opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 group-data-highlighted:opacity-100 max-md:hidden pointer-coarse:hidden"
  >
    <Kbd>{keys}</Kbd>
  </span>
)

/** Formats a shortcut for display: "g d" as "G D". */
export const showKeys = (keys: string) => keys.replace(/\b[a-z]\b/g, (letter) => letter.toUpperCase())

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Formats a key with modifiers for this platform: "Mod Shift X" is ⌘⇧X or Ctrl Shift X. */
export const printKeys = (keys: string) =>
  isApple
    ? keys.replace('Mod', '⌘').replace('Shift', '⇧').replace('Alt', '⌥').replaceAll(' ', '')
    : keys.replace('Mod', 'Ctrl')

/** The shortcut that opens find and replace; on a Mac, ⌘H hides the program. */
export const replaceKeys = isApple ? printKeys('Mod Shift H') : printKeys('Mod H')

export const paletteKeys = printKeys('Mod K')
