import { buildEditorFromExtensions } from '@lexical/extension'
import { HeadlessExtension } from '@lexical/headless'
import type { Block } from '@nightdesk/contracts'
import { $getRoot, $getSelection, $setSelection } from 'lexical'
import { expect, test } from 'vitest'
import { fromLexical } from '../convert.ts'
import { editorExtension } from './extension.ts'
import { insertBlocks } from './outside-edits.ts'

const paragraph = (text: string): Block => ({ type: 'paragraph', children: [{ text }] })
const heading: Block = { type: 'heading-two', children: [{ text: 'Found ' }, { text: 'again', bold: true }] }

/** An editor of paragraphs with the caret in one of them. */
function openEditor(texts: string[], caret: number | null) {
  const editor = buildEditorFromExtensions(editorExtension(texts.map(paragraph)), HeadlessExtension)
  editor.update(
    () => {
      const block = caret === null ? null : $getRoot().getChildAtIndex(caret)
      if (block) block.selectStart()
      else $setSelection(null)
    },
    { discrete: true },
  )
  return { editor, content: () => fromLexical(editor.getEditorState().toJSON()) }
}

test.each([
  ['below the block with the caret', ['one', 'two'], 0, [paragraph('one'), heading, paragraph('two')]],
  ['in the place of an empty one', ['one', '', 'two'], 1, [paragraph('one'), heading, paragraph('two')]],
  ['at the end without a caret', ['one', 'two'], null, [paragraph('one'), paragraph('two'), heading]],
  ['into an empty text', [''], 0, [heading]],
])('a passage is put %s', (_where, texts, caret, expected) => {
  const { editor, content } = openEditor(texts, caret)
  insertBlocks(editor, [heading])
  expect(content()).toEqual(expected)
})

test('the caret moves after the inserted blocks', () => {
  const { editor, content } = openEditor(['one', 'two'], 0)
  insertBlocks(editor, [heading, paragraph('three')])
  editor.update(() => $getSelection()?.insertText(' and on'), { discrete: true })
  expect(content()).toEqual([paragraph('one'), heading, paragraph('three and on'), paragraph('two')])
})
