/**
 * The key belongs to an input method, as Enter that accepts its conversion does. In Safari the last one comes after the
 * composition, and only its code tells.
 */
export const isOfInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean =>
  isComposing || keyCode === 229
