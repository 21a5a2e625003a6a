import { buildEditorFromExtensions } from '@lexical/extension'
import { HeadlessExtension } from '@lexical/headless'
import type { Block } from '@nightdesk/contracts'
import { $getRoot, $getSelection, $setSelection } from 'lexical'
import { expect, test } from 'vitest'
import { fromLexical } from '../convert.ts'
import { editorExtension } from './extension.ts'
import { insertBlock } from './outside-edits.ts'

const paragraph = (text: string): Block => ({ type: 'paragraph', children: [{ text }] })
const heading: Block = { type: 'heading-two', children: [{ text: 'Found ' }, { text: 'again', bold: true }] }

/** An editor with the caret in one of its blocks. */
function openEditor(blocks: Block[], caret: number | null) {
  const editor = buildEditorFromExtensions(editorExtension(blocks), HeadlessExtension)
  editor.update(
    () => {
      const block = caret === null ? null : $getRoot().getChildAtIndex(caret)
      if (block) block.selectStart()
      else $setSelection(null)
    },
    { discrete: true },
  )
  return {
    editor,
    content: () => fromLexical(editor.getEditorState().toJSON()),
    type: (text: string) => editor.update(() => $getSelection()?.insertText(text), { discrete: true }),
  }
}

test.each([
  ['below the block with the caret', ['one', 'two'], 0, [paragraph('one'), heading, paragraph('two')]],
  ['in the place of an empty one', ['one', '', 'two'], 1, [paragraph('one'), heading, paragraph('two')]],
  ['at the end without a caret', ['one', 'two'], null, [paragraph('one'), paragraph('two'), heading]],
  ['into an empty text', [''], 0, [heading]],
])('a passage is put %s', (_where, texts, caret, expected) => {
  const { editor, content } = openEditor(texts.map(paragraph), caret)
  insertBlock(editor, heading, [heading])
  expect(content()).toEqual(expected)
})

test('the caret moves to the end of the inserted block', () => {
  const { editor, content, type } = openEditor([paragraph('one'), paragraph('two')], 0)
  insertBlock(editor, paragraph('three'), [])
  type(' and on')
  expect(content()).toEqual([paragraph('one'), paragraph('three and on'), paragraph('two')])
})

const note: Block = { type: 'footnote', note: 'a', children: [{ text: 'See there.' }] }
const reference = { type: 'footnote-reference', note: 'a', children: [{ text: '' }] }
const passage: Block = { type: 'paragraph', children: [{ text: 'three' }, reference, { text: '' }] }

test('a passage brings the footnotes along that it refers to, unless the text has them', () => {
  const { editor, content } = openEditor([paragraph('one')], 0)
  insertBlock(editor, passage, [passage, note, { ...note, note: 'b' }])
  expect(content()).toEqual([paragraph('one'), passage, note])
  insertBlock(editor, passage, [passage, note])
  expect(content().filter(({ type }) => type === 'footnote')).toEqual([note])
})

test('below a picture at the end of a text with footnotes, writing goes on in a line of its own', () => {
  const image: Block = { type: 'image', url: '/a.png', children: [{ text: '' }] }
  const { editor, content, type } = openEditor([passage, note], 0)
  insertBlock(editor, image, [])
  type('two')
  expect(content()).toEqual([passage, image, paragraph('two'), note])
})

test('with the caret in an empty footnote, a passage is put below the text, and the footnote stays', () => {
  const empty = { ...note, children: [{ text: '' }] }
  const { editor, content } = openEditor([passage, empty], 1)
  insertBlock(editor, heading, [])
  expect(content()).toEqual([passage, heading, empty])
})
