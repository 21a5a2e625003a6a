/** "g d" as the keys are printed: "G D". */
export const showKeys = (keys: string) => keys.replace(/\b[a-z]\b/g, (letter) => letter.toUpperCase())

/** The keys that open the palette, as this keyboard prints them. */
export const paletteKeys = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K'
