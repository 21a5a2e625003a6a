import { type ElementNode, isText, type Node } from '@nightdesk/contracts'
import { plainText } from '../text.ts'
import type { MarkedText } from './find-marks.ts'
import { correctLevels } from './heading-steps.ts'
import type { Mark, TextEdit } from './mark.ts'
import { editBlock, paragraphOf } from './prose.ts'
import { withKeys } from './with-keys.ts'

/** Fixes marks of one kind in the text in which they were found. Nothing else in the text changes. */
export function fixMarks<T extends MarkedText>(text: T, marks: readonly Mark[]): T {
  const editsIn = (isThere: (mark: Mark) => boolean): TextEdit[] =>
    marks.flatMap((mark) => (isThere(mark) && mark.fix?.type === 'text' ? mark.fix.edits : []))
  const edited = text.content.map((block, index) => {
    const edits = editsIn(({ place }) => place.field === 'content' && place.block === index)
    return edits.length > 0 ? editBlock(block, edits) : block
  })
  return {
    ...text,
    title: editText(
      text.title,
      editsIn(({ place }) => place.field === 'title'),
    ),
    excerpt: editText(
      text.excerpt,
      editsIn(({ place }) => place.field === 'excerpt'),
    ),
    content: correctLevels(withAddresses(edited, marks), headingsOf(marks)),
  }
}

function withAddresses<T extends Node>(blocks: readonly T[], marks: readonly Mark[]): T[] {
  const links = new Map<Node, Partial<ElementNode>>(
    marks.flatMap(({ fix }) => (fix?.type === 'address' ? [[fix.link, readdress(fix.link, fix.url)]] : [])),
  )
  return blocks.map((block) => withKeys(block, links))
}

/** A link that shows its address shows the new one. */
function readdress(link: ElementNode, url: string): Partial<ElementNode> {
  const [words, ...others] = link.children
  const showsAddress = words !== undefined && isText(words) && words.text === link.url && others.length === 0
  return showsAddress ? { url, children: [{ ...words, text: url }] } : { url }
}

const headingsOf = (marks: readonly Mark[]): ReadonlySet<Node> =>
  new Set(marks.flatMap(({ fix }) => (fix?.type === 'levels' ? [fix.heading] : [])))

const editText = (text: string, edits: readonly TextEdit[]): string =>
  edits.length > 0 ? plainText([editBlock(paragraphOf(text), edits)]) : text
