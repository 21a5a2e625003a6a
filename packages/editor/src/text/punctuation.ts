import { TYPED_ADDRESS } from './address.ts'
import { commonStart } from './common.ts'

// The typographic punctuation of English: texts have no language yet.
const QUOTES = { '"': ['“', '”'], "'": ['‘', '’'] } as const
type Straight = keyof typeof QUOTES

/** Words that begin with an apostrophe, without it, and years without a century. */
const ELIDED =
  /^(?:(?:tisn?|twasn?|tweren?|twilln?|twouldn?|twixt|tween|til|e(?!['’]e)|em|im|un|uns|ere|ave|ow|ome|arf|eard|ullo|ello|cause|bout|neath|gainst|mongst|cept|fraid|nuff|nother|scuse|spect|spose|[dmst]|ll|re|ve)(?=[^\p{L}\p{N}])|\d\ds?(?![\p{L}\p{N}]))/iu
/** Words that are elided only in lower case, as others begin a sentence: “off 'is mate”, but “'Is it?”. */
const ELIDED_WITHIN =
  /^(?:n|is|as|ad|er|ell|alf|round|til?l|most|fore|stead|deed|tain|bus|buses|phone|plane)(?=[^\p{L}\p{N}])/u
/** A quote that ends right after such a word, as in “the number '42' on”; but `'n'` is elided twice. */
const CLOSED_AT_ONCE = /^(?!n['’])[\p{L}\p{N}]+['’][^\p{L}\p{N}]/iu

/** What ends a quotation of each kind: an apostrophe within or at the end of a word, as in “goin'” or “o' the”, does not. */
const CLOSED = {
  '"': /”/,
  "'": /(?<!(?<!\p{L})(?:o|th|wi|an|ol)|\p{L}{2}in)’(?![\p{L}\p{N}])/iu,
}

/**
 * The curly form of a straight quote between two texts of a line. A quote opens where a word may begin, after Markdown’s
 * signs, too. After a dash or dots, it closes if a quotation is open, as in "I don’t—", or if no word follows.
 * @param after what is known of the text after it, with a line end if the line ends
 */
export function curl(straight: Straight, before: string, after: string): string {
  const [open, close] = QUOTES[straight]
  const isAfterMarker = /[*_~]$/.test(before)
  const lead = before.replace(/[*_~]+$/, '')
  if (straight === "'" && (/[\p{L}\p{N}]-$/u.test(lead) || isElided(lead, after))) return close
  if (!isAfterMarker && /[—–…-]$/.test(lead))
    return isOpen(lead, straight) || /^[\s.,;:!?)\]}”’]/.test(after) ? close : open
  return /(?:^|[\s([{<“‘«¿¡/—–…-])$/.test(lead) ? open : close
}

const isElided = (before: string, after: string) =>
  (ELIDED.test(after) || ELIDED_WITHIN.test(after)) &&
  !/[\p{L}\p{N}]$/u.test(before) &&
  (!CLOSED_AT_ONCE.test(after) || isOpen(before, "'"))

/** Whether a quotation has begun and not ended. */
export function isOpen(text: string, straight: Straight): boolean {
  const start = text.lastIndexOf(QUOTES[straight][0])
  return start >= 0 && !CLOSED[straight].test(text.slice(start))
}

/** Whether a text ends after an unmatched backtick, which begins code. */
export const isInBackticks = (text: string) => text.replace(/[^`]/g, '').length % 2 === 1

/**
 * What replaces the last `length` characters of a line after a key was typed, if anything does.
 * @param line the text of the block up to the caret, with a line end for Enter
 */
export function setPunctuation(line: string): { length: number; text: string } | undefined {
  // After an unmatched backtick, code is being typed.
  if (isInBackticks(line) || isInAddress(line)) return undefined
  const set = curlEarlier(setKey(line)).replace(/\n$/, '')
  const typed = line.replace(/\n$/, '')
  if (set === typed) return undefined
  const same = commonStart(set, typed)
  return { length: typed.length - same, text: set.slice(same) }
}

/** Whether a line ends within an address. A quote that closes a quotation around the address is not part of it. */
export function isInAddress(line: string): boolean {
  const address = TYPED_ADDRESS.exec(line)
  return address !== null && !(line.endsWith("'") && isOpen(line.slice(0, address.index), "'"))
}

/** With the typed key as it reads. A third hyphen belongs to the dash, unless a fourth follows or a scene break. */
function setKey(line: string): string {
  const dashed = line.replace(/(?<!^)—-(?=\n$)|—-(?=[^\n-]$)/, '—')
  const before = dashed.slice(0, -1)
  const key = dashed.slice(-1)
  if (key === '"' || key === "'") return before + curl(key, before, '')
  return dashed.replace(/(?<!-)--$/, '—').replace(/(?<!\.)\.\.\.$/, '…')
}

/** With the quote before the last word as it reads now, if the last key has decided it: 'tis, '84. Undo stays undone. */
function curlEarlier(line: string): string {
  const [, sign = '', after = ''] = /([“”‘’])([\p{L}\p{N}]*(?:['’]\p{L}*)?[^\p{L}\p{N}]?)$/u.exec(line) ?? []
  if (after === '') return line
  const before = line.slice(0, -1 - after.length)
  const straight = /[“”]/.test(sign) ? '"' : "'"
  const isSet = sign === curl(straight, before, after.slice(0, -1))
  return isSet ? before + curl(straight, before, after) + after : line
}
