// The typographic punctuation of English: texts have no language yet.
export const DOUBLE = ['“', '”'] as const
export const SINGLE = ['‘', '’'] as const
export const APOSTROPHE = '’'
/** Words that begin with an apostrophe, without it. */
export const ELIDED = /^(?:tis|twas|twere|twill|twould|til|em|n|\d\ds?)$/i

/** Replaces `length` characters before the caret by `text`. */
export interface Replacement {
  length: number
  text: string
}

/**
 * The replacement for the end of a line after a character was typed, or undefined.
 * @param line the text of the block up to the caret
 */
export function setPunctuation(line: string): Replacement | undefined {
  // After an unmatched backtick, code is being typed.
  if (isInBackticks(line)) return undefined
  const before = line.slice(0, -1)
  if (line.endsWith('"')) return { length: 1, text: quoteAfter(before, DOUBLE) }
  if (line.endsWith("'")) return setSingle(before)
  if (/(?<!-)--$/.test(line)) return { length: 2, text: '—' }
  if (/(?<!\.)\.\.\.$/.test(line)) return { length: 3, text: '…' }
  return setElided(line)
}

/** An opening quote where a word may begin. After a dash, a closing quote if a quotation is open, as in "I don’t—". */
export function quoteAfter(before: string, [open, close]: readonly [string, string]): string {
  if (/[—–-]$/.test(before)) return isOpen(before, open, close) ? close : open
  return /(?:^|[\s([{<“‘«/])$/.test(before) ? open : close
}

function setSingle(before: string): Replacement {
  // `'n'`: here, an opening quote and the typed one are two apostrophes.
  if (before.endsWith(`${SINGLE[0]}n`)) return { length: 3, text: `${APOSTROPHE}n${APOSTROPHE}` }
  return { length: 1, text: singleQuoteAfter(before) }
}

/** After a word and a hyphen, an apostrophe, as in “rock-'n'-roll”. */
export const singleQuoteAfter = (before: string) =>
  /[\p{L}\p{N}]-$/u.test(before) ? APOSTROPHE : quoteAfter(before, SINGLE)

/** `'tis` and `'90s`, which are recognised when the word ends. */
function setElided(line: string): Replacement | undefined {
  const [, word, end] = new RegExp(`${SINGLE[0]}([\\p{L}\\p{N}]+)([^\\p{L}\\p{N}])$`, 'u').exec(line) ?? []
  if (!word || !end || !ELIDED.test(word)) return undefined
  return { length: word.length + 2, text: APOSTROPHE + word + end }
}

/** Whether a quotation has begun and not ended. */
export const isOpen = (text: string, open: string, close: string) =>
  text.lastIndexOf(open) > text.lastIndexOf(close)

/** Whether a text ends after an unmatched backtick, which begins code. */
export const isInBackticks = (text: string) => text.replace(/[^`]/g, '').length % 2 === 1
