import { ENGLISH, isInBackticks, isOpen, quoteAfter, singleQuoteAfter } from '../punctuation.ts'
import type { TextEdit } from './mark.ts'

/** Characters before a quote that decide its direction, as while typing. */
const CONTEXT = 500

/**
 * The straight quotes of a text that should be curly, each as an edit of one character. Signs of feet, inches, minutes and
 * seconds stay: a quote after a digit, unless it closes a quotation (5'10" tall, but “in 1999”).
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
  for (const { index, 0: straight } of line.matchAll(/["']/g)) {
    before = (before + line.slice(done, index)).slice(-CONTEXT)
    done = index + 1
    const sign = curly(before, straight, line.slice(done, done + CONTEXT))
    before += sign ?? straight
    if (sign) yield { index, sign }
  }
}

/** The curly form of a straight quote; undefined when it is no quote. `before` has the curly quotes already. */
function curly(before: string, straight: string, after: string): string | undefined {
  const { double, single, apostrophe, elided } = ENGLISH
  if (isInBackticks(before) || isPrime(before, straight, after)) return undefined
  if (straight === '"') return quoteAfter(before, double)
  const sign = singleQuoteAfter(before)
  const [word = ''] = /^[\p{L}\p{N}]+/u.exec(after) ?? []
  return sign === single[0] && elided.test(word) ? apostrophe : sign
}

function isPrime(before: string, straight: string, after: string): boolean {
  const { double, single } = ENGLISH
  if (!/\d$/.test(before)) return false
  if (straight === '"') return /\d'\d{1,2}$/.test(before) || !isOpen(before, ...double)
  return /^\d/.test(after) || (!/^\p{L}/u.test(after) && !isOpen(before, ...single))
}
