/** Begins a stroke of two keys. */
const PREFIX = 'g'
const PREFIX_MS = 1000

/** What is read of a key press. */
type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>

/**
 * Reads single keys as strokes: `c`, `?`, and `g d` for two keys within a second. Null while a stroke is not whole and for
 * keys that are none of ours: with modifiers, or with names such as `Enter`.
 */
export function createStrokeReader(): (press: KeyPress) => string | null {
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

/** Shift belongs to signs such as `?`; with a letter it is a modifier like the others. Caps Lock is none. */
function keyOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): string | null {
  if (ctrlKey || metaKey || altKey || [...key].length !== 1) return null
  const lower = key.toLowerCase()
  const isLetter = lower !== key.toUpperCase()
  return isLetter && shiftKey ? null : lower
}
