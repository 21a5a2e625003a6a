import { parseHtml } from './parse.ts'

/** A title or excerpt as plain text on one line; it may have been written as HTML. */
export const plainLine = (html: string): string =>
  oneLine(/[<&]/.test(html) ? (parseHtml(html).textContent ?? '') : html)

/** Plain text on one line: `&copy;` in it are six letters. */
export const oneLine = (text: string): string =>
  text.replaceAll('\0', '').toWellFormed().replace(/\s+/g, ' ').trim()
