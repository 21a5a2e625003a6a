import { toHtml } from 'hast-util-to-html'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toHast } from 'mdast-util-to-hast'
import { gfm } from 'micromark-extension-gfm'
import { SourceError } from '../source-error.ts'

/** The heading above footnotes that the conversion adds. */
export const ADDED = '#footnote-label'

const TOO_DEEP = 'The text is nested too deeply.'
/** A line in a hundred quotes or lists: the time to parse it grows with the square of their number. */
const DEEP = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){100}/m

/** Markdown, with tables, footnotes and what else GitHub adds, as HTML. HTML in it stays as it is. */
export function htmlOfMarkdown(markdown: string): string {
  if (DEEP.test(markdown)) throw new SourceError(TOO_DEEP)
  try {
    const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
    return toHtml(toHast(tree, { allowDangerousHtml: true }), { allowDangerousHtml: true })
  } catch (error) {
    // The call stack is as deep as the quotes and lists.
    if (error instanceof RangeError) throw new SourceError(TOO_DEEP, { cause: error })
    throw error
  }
}
