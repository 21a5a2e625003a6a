import { readFileSync } from 'node:fs'
import { buildEditorFromExtensions, configExtension } from '@lexical/extension'
import { HeadlessExtension } from '@lexical/headless'
import { HistoryExtension } from '@lexical/history'
import { $getRoot, CONTROLLED_TEXT_INSERTION_COMMAND, KEY_ENTER_COMMAND, type LexicalEditor } from 'lexical'
import { expect, test } from 'vitest'
import { fromLexical } from '../../convert.ts'
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
  return type(keys).read(() => $getRoot().getTextContent())
}

function type(keys: string): LexicalEditor {
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
  return editor
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

test.each([
  ['https://example.org/a--', 'https://example.org/a--'],
  ['https://example.org/v1...v2', 'https://example.org/v1...v2'],
  ["https://example.org/it'", "https://example.org/it'"],
  ["'https://example.org'", '‘https://example.org’'],
  ['"https://example.org"', '“https://example.org”'],
  ['Awww...', 'Awww…'],
])('an address stays as it is typed, quotes around it do not: %s', (keys, reads) => {
  expect(typed(keys)).toBe(reads)
})

test.each([
  ['https://example.org/a_(b) ', 'https://example.org/a_(b)'],
  ['(https://example.org/a_(b)). ', 'https://example.org/a_(b)'],
  ['(https://example.org/a), ', 'https://example.org/a'],
])('a typed address is linked with the brackets that it opens: %s', (keys, url) => {
  const [block] = fromLexical(type(keys).getEditorState().toJSON())
  expect(block?.children).toContainEqual({ type: 'link', url, children: [{ text: url }] })
})
