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

/** The shortcut that opens the palette. */
export const paletteKeys = printKeys('Mod K')
