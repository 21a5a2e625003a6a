import { MARKS, type Mark, type TextNode } from '@nightdesk/contracts'
import { Fragment, type ReactNode } from 'react'
import { MARK_BITS, marksOf } from '../stored-blocks.ts'
import { type LexicalJson, stateOf, withState } from './block.ts'

/** A text becomes one node per line, with line breaks between them whose state holds the marks of the text. */
export function textToLexical(node: TextNode): LexicalJson[] {
  const { text, ...keys } = node
  const lines = text.split('\n').map((line) => (line === '' ? [] : [lineToLexical(line, node)]))
  return lines.flatMap((line, index) => (index === 0 ? line : [lineBreak(keys), ...line]))
}

function lineToLexical(text: string, { text: _text, ...keys }: TextNode): LexicalJson {
  const set = MARKS.filter((mark) => keys[mark] === true)
  const format = set.reduce((bits, mark) => bits | MARK_BITS[mark], 0)
  for (const mark of set) delete keys[mark]
  const state = Object.keys(keys).length > 0 && withState(keys)
  return { type: 'text', version: 1, text, format, detail: 0, mode: 'normal', style: '', ...state }
}

const lineBreak = (keys: Record<string, unknown>): LexicalJson => ({
  type: 'linebreak',
  version: 1,
  ...withState(keys),
})

/** Whether a Lexical node is text or a line break, which {@link textFromLexical} converts. */
export const isLexicalText = ({ type, text }: LexicalJson) => type === 'linebreak' || typeof text === 'string'

/** `before` is the previous text: a line break typed in the editor has its marks. */
export function textFromLexical(node: LexicalJson, before: TextNode | undefined): TextNode {
  if (node.type === 'linebreak') return { ...(stateOf(node) ?? marksAlone(before)), text: '\n' }
  const format = typeof node.format === 'number' ? node.format : 0
  return { ...stateOf(node), ...marksOf(format), text: node.text ?? '' }
}

const marksAlone = (text: TextNode | undefined) =>
  Object.fromEntries(MARKS.filter((mark) => text?.[mark] === true).map((mark) => [mark, true]))

const TAGS: readonly [Mark, 'strong' | 'em' | 'u' | 's' | 'code'][] = [
  ['code', 'code'],
  ['strikethrough', 's'],
  ['underline', 'u'],
  ['italic', 'em'],
  ['bold', 'strong'],
]

/**
 * A text with its marks; a soft line break becomes `<br>`.
 *
 * @param beginsLine whether it stands behind one, in the text before
 */
export function Text({ node, beginsLine }: { node: TextNode; beginsLine: boolean }): ReactNode {
  let inner: ReactNode = <Lines text={node.text} beginsLine={beginsLine} />
  for (const [mark, Tag] of TAGS) {
    if (node[mark] === true) inner = <Tag>{inner}</Tag>
  }
  return inner
}

/** As pages drop blanks at the beginning of a line, which the editor shows: verses are indented by them. */
const indented = (line: string) =>
  line.replace(/^[ \t]+/, (blanks) => blanks.replaceAll('\t', '    ').replaceAll(' ', '\u00a0'))

function Lines({ text, beginsLine }: { text: string; beginsLine: boolean }): ReactNode {
  if (!text.includes('\n')) return beginsLine ? indented(text) : text
  // Lines are never reordered, so their index identifies them.
  return text.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, on the server
    <Fragment key={index}>
      {index > 0 && <br />}
      {index > 0 || beginsLine ? indented(line) : line}
    </Fragment>
  ))
}
