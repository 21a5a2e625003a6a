import { buildEditorFromExtensions, configExtension } from '@lexical/extension'
import { HeadlessExtension } from '@lexical/headless'
import { HistoryExtension } from '@lexical/history'
import { $getRoot, $getSelection, $isRangeSelection } from 'lexical'
import { expect, test } from 'vitest'
import { fromLexical } from '../../convert.ts'
import { editorExtension } from '../extension.ts'
import { replayTyping } from './replay-typing.ts'

const paragraph = (text: string) => ({ type: 'paragraph', children: [{ text }] })

test('after replayed typing, the caret is where it was, also on a new line', () => {
  const history = configExtension(HistoryExtension, { disabled: false })
  const editor = buildEditorFromExtensions(editorExtension([paragraph('')]), HeadlessExtension, history)
  const insert = (text: string) =>
    editor.update(
      () => {
        const selection = $getSelection()
        if ($isRangeSelection(selection)) selection.insertRawText(text)
      },
      { discrete: true },
    )
  editor.update(() => $getRoot().selectEnd(), { discrete: true })
  insert('abcd\n')

  replayTyping(editor)
  insert('efgh')

  expect(fromLexical(editor.getEditorState().toJSON())).toEqual([paragraph('abcd\nefgh')])
})
