import { letterOf } from '../screen/keys.ts'

/** The first key of a sequence. */
const PREFIX = 'g'
const PREFIX_MS = 1000

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'
>

/**
 * Reads single keys as shortcuts: `c`, `?`, and `g d` for a sequence within a second. Returns null after the first key
 * of a sequence and for keys that are no shortcuts: with modifiers, or named ones such as `Enter`.
 */
export function createShortcutReader(): (press: KeyPress) => string | null {
  let prefixedUntil = 0
  return (press) => {
    const key = keyOf(press)
    const isPrefixed = press.timeStamp < prefixedUntil
    if (key === null) return null
    prefixedUntil = 0
    if (isPrefixed) return `${PREFIX} ${key}`
    if (key !== PREFIX) return key
    prefixedUntil = press.timeStamp + PREFIX_MS
    return null
  }
}

/** Signs such as `?` may need Shift; with a letter, Shift is a modifier. Caps Lock changes nothing. */
function keyOf({ key, code, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): string | null {
  if (ctrlKey || metaKey || altKey || [...key].length !== 1) return null
  const lower = letterOf({ key, code })
  const isLetter = lower !== key.toUpperCase()
  return isLetter && shiftKey ? null : lower
}
