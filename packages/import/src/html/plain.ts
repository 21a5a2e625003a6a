import { parseHtml } from './parse.ts'

/** A title or excerpt as plain text on one line; it may have been written as HTML. */
export const plainLine = (html: string): string =>
  (/[<&]/.test(html) ? (parseHtml(html).textContent ?? '') : html)
    .replaceAll('\0', '')
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim()
