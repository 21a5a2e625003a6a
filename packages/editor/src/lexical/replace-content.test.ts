import { buildEditorFromExtensions } from '@lexical/extension'
import { HeadlessExtension } from '@lexical/headless'
import type { Block } from '@nightdesk/contracts'
import { $getRoot, $getSelection, $isRangeSelection } from 'lexical'
import { expect, test } from 'vitest'
import { fromLexical } from '../convert.ts'
import { onContentChange } from './content.ts'
import { editorExtension } from './extension.ts'
import { replaceContent } from './outside-edits.ts'

const paragraph = (text: string): Block => ({ type: 'paragraph', children: [{ text }] })

function openEditor(...texts: string[]) {
  const editor = buildEditorFromExtensions(editorExtension(texts.map(paragraph)), HeadlessExtension)
  const keys = () => editor.read(() => $getRoot().getChildrenKeys())
  const content = () => fromLexical(editor.getEditorState().toJSON())
  return { editor, keys, content }
}

test('the text is replaced, and blocks of both texts keep their nodes', () => {
  const { editor, keys, content } = openEditor('one', 'two', 'three')
  const [one, , three] = keys()
  replaceContent(editor, ['zero', 'one', 'TWO', 'three', 'four'].map(paragraph))
  expect(content()).toEqual(['zero', 'one', 'TWO', 'three', 'four'].map(paragraph))
  expect([keys()[1], keys()[3]]).toEqual([one, three])
})

test('the caret stays in its block while other blocks change', () => {
  const { editor } = openEditor('one', 'two', 'three')
  editor.update(() => $getRoot().getAllTextNodes()[1]?.select(2, 2), {
    discrete: true,
  })
  replaceContent(editor, ['new', 'ONE', 'two'].map(paragraph))
  editor.read(() => {
    const selection = $getSelection()
    expect($isRangeSelection(selection) && selection.anchor.getNode().getTextContent()).toBe('two')
    expect($isRangeSelection(selection) && selection.anchor.offset).toBe(2)
  })
})

test.each([
  ['before it', 'The old ferry|leaves', 'The very old ferry|leaves'],
  ['behind it', 'The ferry|leaves', 'The ferry|leaves at night'],
])('the caret stays at its letters when its block changes %s', (_where, before, after) => {
  const [offset, kept] = [before.indexOf('|'), after.indexOf('|')]
  const { editor } = openEditor('one', before, 'three')
  editor.update(() => $getRoot().getAllTextNodes()[1]?.select(offset, offset), { discrete: true })
  replaceContent(editor, ['one', after, 'three'].map(paragraph))
  editor.read(() => {
    const selection = $getSelection()
    expect($isRangeSelection(selection) && selection.anchor.getNode().getTextContent()).toBe(after)
    expect($isRangeSelection(selection) && selection.anchor.offset).toBe(kept)
  })
})

test.each([
  ['nothing', []],
  ['something else', ['four', 'five']],
])('a text can give way to %s', (_what, texts: string[]) => {
  const { editor, content } = openEditor('one', 'two')
  replaceContent(editor, texts.map(paragraph))
  expect(content()).toEqual(texts.length > 0 ? texts.map(paragraph) : [paragraph('')])
})

test('the change is reported synchronously, and unchanged blocks are the same objects', () => {
  const { editor } = openEditor('one', 'two')
  const changes: Block[][] = []
  onContentChange(editor, (blocks) => changes.push(blocks))
  replaceContent(editor, ['one', 'TWO'].map(paragraph))
  replaceContent(editor, ['one', 'TWO', 'three'].map(paragraph))
  expect(changes.at(-1)).toEqual(['one', 'TWO', 'three'].map(paragraph))
  expect(changes[1]?.[0]).toBe(changes[0]?.[0])
})
