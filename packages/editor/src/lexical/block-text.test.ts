import { buildEditorFromExtensions } from '@lexical/extension'
import { HeadlessExtension } from '@lexical/headless'
import type { Node } from '@nightdesk/contracts'
import { $getRoot } from 'lexical'
import { expect, test } from 'vitest'
import { $positionOfSelection } from './block-text.ts'
import { editorExtension } from './extension.ts'

const reference: Node = { type: 'footnote-reference', note: 'a', children: [{ text: '' }] }

test.each([
  ['a line break', [{ text: 'One. Two.\n' }], 10],
  ['the reference of a footnote', [{ text: 'One. Two.' }, reference], 10],
])('a caret after %s at the end of a block is at the end of its text', (_name, children, offset) => {
  const editor = buildEditorFromExtensions(
    editorExtension([{ type: 'paragraph', children }]),
    HeadlessExtension,
  )
  editor.update(() => $getRoot().selectEnd(), { discrete: true })

  expect(editor.read($positionOfSelection)).toMatchObject({ offset })
})
