/** No NUL and no half surrogate pair: Postgres and browsers can both hold the text. */
export const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** Whether a text is invisible: spaces, joiners, direction marks. */
export const isBlank = (text: string) => /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u.test(text)

/** Length in code points, close to the characters that a person counts. */
export const codePoints = (text: string): number => [...text].length

/** The first `count` code points of a text. A short one is not taken apart, as pages do this for each card. */
export const cutTo = (text: string, count: number): string =>
  text.length <= count ? text : [...text.slice(0, 2 * count)].slice(0, count).join('')

/** The problem of a text of at most `max` code points, in a sentence that begins with its `name`. */
export function textProblem(name: string, text: string, max: number): string | undefined {
  if (!isStorable(text)) return `${name} contains characters that cannot be stored`
  if (codePoints(text) > max) return `${name} must be at most ${max} characters long`
}

/** Without the invisible marks that turn the direction of text, by which one name can look like another. Letters have their own. */
export const withoutDirectionMarks = (text: string): string => text.replace(/\p{Bidi_Control}/gu, '')

/** The problem of such marks in a name. Joiners, which some scripts need, are allowed. */
export function directionProblem(name: string, text: string): string | undefined {
  if (withoutDirectionMarks(text) !== text)
    return `${name} contains invisible marks of direction. Please type it instead of pasting it.`
}

export const required = (name: string) => `${name} is required`

type Cell = string | number | null | undefined

/**
 * A row of RFC 4180 CSV, with its line end. An apostrophe before a text that a spreadsheet would run as a formula makes it
 * plain text.
 */
export const csvRow = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(value: Cell): string {
  if (typeof value !== 'string') return String(value ?? '')
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}

/** Control characters except tab and line ends, half surrogate pairs, and two noncharacters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for them
const ILLEGAL = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|\p{Cs}/gu

/** Removes characters that XML 1.0 cannot hold, not even escaped (https://www.w3.org/TR/xml/#charsets). */
export const legalInXml = (text: string): string => text.replace(ILLEGAL, '')

/** The language that every page and file declares (BCP 47). */
export const LANGUAGE = 'en'
