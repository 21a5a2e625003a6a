/** How a language sets what is typed with straight signs. */
interface Marks {
  double: readonly [open: string, close: string]
  single: readonly [open: string, close: string]
  apostrophe: string
  dash: string
  ellipsis: string
  /** Words that begin with an apostrophe, without it. */
  elided: RegExp
}

/** By the primary language of a text; English until texts have another. */
const MARKS = {
  en: {
    double: ['“', '”'],
    single: ['‘', '’'],
    apostrophe: '’',
    dash: '—',
    ellipsis: '…',
    elided: /^(?:tis|twas|twere|twill|twould|til|em|n|\d\ds?)$/i,
  },
} as const satisfies Record<string, Marks>

/** Takes away `length` characters in front of the caret and puts `text` there. */
export interface Replacement {
  length: number
  text: string
}

/**
 * What the end of a line becomes with the character that was just typed, or undefined if it stays.
 * @param line the text of the block up to the caret
 */
export function setPunctuation(line: string, language: keyof typeof MARKS = 'en'): Replacement | undefined {
  const marks: Marks = MARKS[language]
  // Behind a lone backtick, code is being typed.
  if (line.replace(/[^`]/g, '').length % 2 === 1) return undefined
  const before = line.slice(0, -1)
  if (line.endsWith('"')) return { length: 1, text: quote(before, marks.double) }
  if (line.endsWith("'")) return setSingle(before, marks)
  if (/(?<!-)--$/.test(line)) return { length: 2, text: marks.dash }
  if (/(?<!\.)\.\.\.$/.test(line)) return { length: 3, text: marks.ellipsis }
  return setElided(line, marks)
}

/** Opens a quotation where a word may begin. Behind a dash it closes the one that is open: "I don’t—" breaks off. */
function quote(before: string, [open, close]: readonly [string, string]): string {
  if (/[—–-]$/.test(before)) return isOpen(before, open, close) ? close : open
  return /(?:^|[\s([{<“‘«/])$/.test(before) ? open : close
}

function setSingle(before: string, { single, apostrophe, elided }: Marks): Replacement {
  const [open] = single
  // `'n'`: what looks like a quotation of one of those words is two apostrophes.
  const word = new RegExp(`${open}(\\p{L}+)$`, 'u').exec(before)?.[1]
  if (word === 'n' && elided.test(word))
    return { length: word.length + 2, text: apostrophe + word + apostrophe }
  return { length: 1, text: /[\p{L}\p{N}]-$/u.test(before) ? apostrophe : quote(before, single) }
}

/** `'tis` and `'90s`, known by what ends the word. */
function setElided(line: string, { single, apostrophe, elided }: Marks): Replacement | undefined {
  const [, word, end] = new RegExp(`${single[0]}([\\p{L}\\p{N}]+)([^\\p{L}\\p{N}])$`, 'u').exec(line) ?? []
  if (!word || !end || !elided.test(word)) return undefined
  return { length: word.length + 2, text: apostrophe + word + end }
}

const isOpen = (text: string, open: string, close: string) => text.lastIndexOf(open) > text.lastIndexOf(close)
