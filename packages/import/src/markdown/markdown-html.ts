import { toHtml } from 'hast-util-to-html'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toHast } from 'mdast-util-to-hast'
import { gfm } from 'micromark-extension-gfm'
import { SourceError } from '../source-error.ts'

type Root = ReturnType<typeof fromMarkdown>

/** The heading above footnotes that the conversion adds. */
export const ADDED = '#footnote-label'

const TOO_DEEP = 'The text is nested too deeply.'
/** A line in a hundred quotes or lists: the time to parse it grows with the square of their number. */
const DEEP = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){100}/m

/** Markdown, with tables, footnotes and what else GitHub adds, as HTML. HTML in it stays as it is. */
export const htmlOfMarkdown = (markdown: string): string =>
  withTree(markdown, (tree) =>
    toHtml(toHast(tree, { allowDangerousHtml: true }), { allowDangerousHtml: true }),
  )

/** Where code begins and ends. */
export const codeIn = (markdown: string): [start: number, end: number][] =>
  withTree(markdown, (tree) => {
    const spans: [number, number][] = []
    const open: (Root | Root['children'][number])[] = [tree]
    for (let node = open.pop(); node; node = open.pop()) {
      const { start, end } = node.position ?? {}
      if (node.type === 'code' || node.type === 'inlineCode')
        spans.push([start?.offset ?? 0, end?.offset ?? 0])
      if ('children' in node) open.push(...node.children.toReversed())
    }
    return spans
  })

function withTree<T>(markdown: string, use: (tree: Root) => T): T {
  if (DEEP.test(markdown)) throw new SourceError(TOO_DEEP)
  try {
    return use(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }))
  } catch (error) {
    // The call stack is as deep as the quotes and lists.
    if (error instanceof RangeError) throw new SourceError(TOO_DEEP, { cause: error })
    throw error
  }
}
