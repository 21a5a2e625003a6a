/** "g d" as the keys are printed: "G D". */
export const showKeys = (keys: string) => keys.replace(/\b[a-z]\b/g, (letter) => letter.toUpperCase())

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** A key with modifiers as this keyboard prints it: "Mod Shift X" is ⌘⇧X or Ctrl Shift X. */
export const printKeys = (keys: string) =>
  isApple
    ? keys.replace('Mod', '⌘').replace('Shift', '⇧').replace('Alt', '⌥').replaceAll(' ', '')
    : keys.replace('Mod', 'Ctrl')

/** The keys that open the palette. */
export const paletteKeys = printKeys('Mod K')
