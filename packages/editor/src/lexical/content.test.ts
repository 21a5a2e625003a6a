import { buildEditorFromExtensions } from '@lexical/extension'
import { HeadlessExtension } from '@lexical/headless'
import type { Block } from '@nightdesk/contracts'
import { $getRoot, HISTORIC_TAG, type TextNode } from 'lexical'
import { expect, test } from 'vitest'
import { onContentChange } from './content.ts'
import { editorExtension } from './extension.ts'

const paragraph = (text: string): Block => ({ type: 'paragraph', children: [{ text }] })

function openEditor(...content: Block[]) {
  const editor = buildEditorFromExtensions(editorExtension(content), HeadlessExtension)
  const changes: Block[][] = []
  onContentChange(editor, (blocks) => changes.push(blocks))
  const write = (text: string) =>
    editor.update(() => $getRoot().getLastDescendant<TextNode>()?.setTextContent(text), { discrete: true })
  return { editor, changes, write }
}

test('a change is reported with the whole content', () => {
  const { changes, write } = openEditor(paragraph('one'), paragraph('two'))
  write('three')
  expect(changes).toEqual([[paragraph('one'), paragraph('three')]])
})

test('blocks that did not change stay the same objects', () => {
  const { changes, write } = openEditor(paragraph('one'), paragraph('two'))
  write('three')
  write('four')
  expect(changes[1]?.[0]).toBe(changes[0]?.[0])
  expect(changes[1]?.[1]).toEqual(paragraph('four'))
})

test('returning to an earlier state, as undo does, is a change', () => {
  const { editor, changes, write } = openEditor(paragraph('one'), paragraph('two'))
  const before = editor.getEditorState()
  write('three')
  editor.setEditorState(before, { tag: HISTORIC_TAG })
  expect(changes.at(-1)).toEqual([paragraph('one'), paragraph('two')])
})

test('opening a text and moving the caret changes nothing', () => {
  const { editor, changes } = openEditor(paragraph('one'))
  editor.update(() => $getRoot().selectEnd(), { discrete: true })
  expect(changes).toEqual([])
})
