import { TK } from '../stored-blocks.ts'
import { curl, isInAddress, isInBackticks, isOpen } from '../text/punctuation.ts'
import type { TextEdit } from './prose.ts'

interface Finding {
  kind: 'placeholder' | 'doubled-word' | 'maybe-doubled-word' | 'straight-quotes' | 'double-blanks'
  sentence: string
  start: number
  end: number
  edits?: TextEdit[]
}

/** Everything that can be found in the text of one block, in the order of the text for each kind. */
export const findInText = (text: string): Finding[] => [
  ...placeholders(text),
  ...doubledWords(text),
  ...straightQuotes(text),
  ...doubleBlanks(text),
]

const placeholders = (text: string): Finding[] =>
  [...text.matchAll(TK)].map(({ index }) => ({
    kind: 'placeholder',
    sentence: 'Something is still to come here.',
    start: index,
    end: index + 2,
  }))

/** A word, then the same word once or several times, with nothing but blanks between. Code may continue a word. */
const DOUBLED =
  /(?<![\p{L}\p{M}\p{N}\ufffd'’-])([\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*)(?:[ \u00a0]+\1)+(?![\p{L}\p{M}\p{N}\ufffd-]|['’]\p{L})/giu

/** Words that a sentence may repeat: “all that she had had”, “very very late”, “nous nous levons”, “als sie sie sah”. */
const REPEATABLE = new Set(
  'had that is was do did her you in on so no now yes very really far long many much more never again out there bye ha hush knock tick well nous vous sie die der das den dem dat det se si'.split(
    ' ',
  ),
)

const LATIN = /^[\p{sc=Latin}\p{M}'’]+$/u

function doubledWords(text: string): Finding[] {
  return [...text.matchAll(DOUBLED)].map(({ index, 0: found, 1: word = '' }) => {
    const end = index + found.length
    // A name, such as Bora Bora, or a band.
    const isName = found.split(/[ \u00a0]+/).every((part) => /^\p{Lu}/u.test(part))
    // Many languages say a word twice on purpose.
    const isMaybe = isName || REPEATABLE.has(word.toLowerCase()) || !LATIN.test(word)
    return {
      kind: isMaybe ? 'maybe-doubled-word' : 'doubled-word',
      sentence: `“${word}” is there ${found.split(/[ \u00a0]+/).length === 2 ? 'twice' : 'several times'}.`,
      start: index,
      end,
      edits: [{ start: index + word.length, end, text: '' }],
    }
  })
}

const straightQuotes = (text: string) => foundTogether('straight-quotes', 'straight quote', curlQuotes(text))

function doubleBlanks(text: string): Finding[] {
  const edits = [...text.matchAll(/ {2,}/g)].map(({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
    text: ' ',
  }))
  return foundTogether('double-blanks', 'double blank', edits)
}

/** One finding for all quotes or blanks of a text: they are wrong in the same way, and right together. */
function foundTogether(kind: Finding['kind'], noun: string, edits: TextEdit[]): Finding[] {
  const [first] = edits
  if (!first) return []
  const sentence = edits.length === 1 ? `1 ${noun}.` : `${edits.length} ${noun}s.`
  return [{ kind, sentence, start: first.start, end: first.end, edits }]
}

/** Characters before a quote that decide its direction, as while typing. */
const CONTEXT = 5_000

/**
 * The straight quotes of a text that should be curly, each as an edit of one character. Signs of feet, inches, minutes and
 * seconds stay: a quote after a digit, unless it closes a quotation (5'10" tall, but “in 1999”). So do those of addresses.
 */
export function curlQuotes(text: string): TextEdit[] {
  const edits: TextEdit[] = []
  let start = 0
  for (const line of text.split('\n')) {
    for (const { index, sign } of quotesIn(line)) {
      edits.push({ start: start + index, end: start + index + 1, text: sign })
    }
    start += line.length + 1
  }
  return edits
}

function* quotesIn(line: string): Generator<{ index: number; sign: string }> {
  let before = ''
  let done = 0
  for (const { index, 0: found } of line.matchAll(/["']/g)) {
    before = (before + line.slice(done, index)).slice(-CONTEXT)
    done = index + 1
    const straight = found === '"' ? '"' : "'"
    const after = `${line.slice(done, done + CONTEXT)}\n`
    const isSign = isInBackticks(before) || isInAddress(before + found) || isPrime(before, straight, after)
    const sign = isSign ? straight : curl(straight, before, after)
    before += sign
    if (!isSign) yield { index, sign }
  }
}

function isPrime(before: string, straight: '"' | "'", after: string): boolean {
  if (!/\d$/.test(before)) return false
  if (straight === '"') return /\d'\d{1,2}$/.test(before) || !isOpen(before, straight)
  return /^\d/.test(after) || (!/^\p{L}/u.test(after) && !isOpen(before, straight))
}
