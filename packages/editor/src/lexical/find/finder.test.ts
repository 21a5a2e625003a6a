import { buildEditorFromExtensions } from '@lexical/extension'
import { HeadlessExtension } from '@lexical/headless'
import {
  type Block,
  isInlineType,
  isText,
  MARKS,
  type Mark,
  type Node,
  type TextNode,
} from '@nightdesk/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromLexical } from '../../convert.ts'
import { editorExtension } from '../extension.ts'
import { $replaceAll, type SearchedBlock, watchMatches } from './finder.ts'

/** A character, with its marks and the URL of its link. */
type Character = [character: string, look: string]

const QUERY = { isExact: true, isWholeWords: false }

function replaceAll(content: Block[], text: string, replacement: string): Block[] {
  const editor = buildEditorFromExtensions(editorExtension(content), HeadlessExtension)
  let blocks: readonly SearchedBlock[] = []
  const watcher = watchMatches(editor, (searched) => {
    blocks = searched
  })
  watcher.setQuery({ ...QUERY, text })
  watcher.flush()
  editor.update(() => $replaceAll(blocks, replacement), { discrete: true })
  watcher.stop()
  return fromLexical(editor.getEditorState().toJSON())
}

const runs = fc.array(
  fc
    .record({
      text: fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', 'é', '🌙'), maxLength: 6 }),
      bold: fc.boolean(),
      italic: fc.boolean(),
    })
    .map(({ text, bold, italic }): Node => ({ text, ...(bold && { bold }), ...(italic && { italic }) })),
  { minLength: 1, maxLength: 4 },
)
const link = runs.map((children): Node => ({ type: 'link', url: '/a', children }))
const line = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: runs },
    link.map((one) => [one]),
  ),
  { maxLength: 3 },
)
const block = fc
  .tuple(fc.constantFrom('paragraph', 'block-quote', 'heading-two', 'bulleted-list'), line)
  .map(([type, parts]): Block => {
    const children = [{ text: '' }, ...parts.flat()]
    return { type, children: type === 'bulleted-list' ? [{ type: 'list-item', children }] : children }
  })
const query = fc.string({ unit: fc.constantFrom('a', 'b', ' '), minLength: 1, maxLength: 3 })
const replacement = fc.string({ unit: fc.constantFrom('a', 'x', ' '), maxLength: 3 })

test('equals a replacement, character by character, that has the marks of the first character it replaces', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 3 }), query, replacement, (content, text, by) => {
      const before = replaceAll(content, '', '')
      expect(linesOf(replaceAll(content, text, by))).toEqual(
        linesOf(before).map((characters) => replacePlainly(characters, [...text], [...by])),
      )
    }),
  )
})

/** The characters of each line of text: of a paragraph, of an item. */
function linesOf(content: readonly Block[]): Character[][] {
  return content.flatMap(({ children }) => {
    const isLine = children.some((child) => isText(child) || isInlineType(child.type))
    return isLine
      ? [charactersOf(children, '')]
      : linesOf(children.filter((child): child is Block => !isText(child)))
  })
}

const charactersOf = (nodes: readonly Node[], url: string): Character[] =>
  nodes.flatMap((node) =>
    isText(node)
      ? [...node.text].map((character): Character => [character, character === '\n' ? '' : lookOf(node, url)])
      : charactersOf(node.children, String(node.url)),
  )

const lookOf = (node: TextNode, url: string) => [...MARKS.filter((mark: Mark) => node[mark]), url].join()

function replacePlainly(characters: Character[], text: string[], by: string[]): Character[] {
  const equals = (index: number) =>
    text.every((letter, offset) => {
      const isBetween = offset > 0 && offset < text.length - 1
      const character = characters[index + offset]?.[0]
      return character === letter || (letter === ' ' && isBetween && character === '\n')
    })
  const after: Character[] = []
  for (let index = 0; index < characters.length; ) {
    const first = characters[index]
    if (!first) break
    const isFound = equals(index)
    after.push(...(isFound ? by.map((character): Character => [character, first[1]]) : [first]))
    index += isFound ? text.length : 1
  }
  return after
}
