import { readFileSync } from 'node:fs'
import { buildEditorFromExtensions, configExtension } from '@lexical/extension'
import { HeadlessExtension } from '@lexical/headless'
import { HistoryExtension } from '@lexical/history'
import { $getRoot, CONTROLLED_TEXT_INSERTION_COMMAND, KEY_ENTER_COMMAND } from 'lexical'
import { expect, test } from 'vitest'
import { editorExtension } from '../extension.ts'
import { handleTyping } from './typing.ts'

const table = readFileSync(new URL('quotations.tsv', import.meta.url), 'utf8')
const quotations = table
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((row) => row.split('\t'))

/** The text after these keys, of which `⏎` is Enter. */
function typed(keys: string): string {
  const history = configExtension(HistoryExtension, { disabled: false })
  const editor = buildEditorFromExtensions(editorExtension([]), HeadlessExtension, history)
  handleTyping(editor, true)
  editor.update(() => $getRoot().selectEnd(), { discrete: true })
  for (const key of keys) {
    if (key === '⏎') editor.dispatchCommand(KEY_ENTER_COMMAND, null)
    else editor.dispatchCommand(CONTROLLED_TEXT_INSERTION_COMMAND, key)
    // Commits the key, then what it made the editor do.
    for (let commit = 0; commit < 3; commit++) editor.update(() => undefined, { discrete: true })
  }
  return editor.read(() => $getRoot().getTextContent())
}

test.each(quotations)('%s reads %s', (keys = '', reads = '') => {
  expect(typed(`${keys}⏎`).trimEnd()).toBe(reads)
})

test.each([
  ["in '84", 'in ’84'],
  ["'840", '‘840'],
])('%s at the end of a text reads %s', (keys, reads) => {
  expect(typed(keys)).toBe(reads)
})
