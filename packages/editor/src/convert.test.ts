import { readdirSync, readFileSync } from 'node:fs'
import { buildEditorFromExtensions } from '@lexical/extension'
import { HeadlessExtension } from '@lexical/headless'
import { BLOCK_TYPES, type Block } from '@nightdesk/contracts'
import fc from 'fast-check'
import type { SerializedEditorState } from 'lexical'
import { describe, expect, test } from 'vitest'
import { fromLexical, toLexical } from './convert.ts'
import { editorExtension } from './lexical/extension.ts'
import { normalize } from './normal-form.ts'
import { documents } from './testing.ts'

interface Fixture {
  slate: Block[]
  lexical: SerializedEditorState
}

const directory = new URL('fixtures/', import.meta.url)

function fixture(file: string): Fixture {
  return JSON.parse(readFileSync(new URL(file, directory), 'utf8'))
}

const editor = buildEditorFromExtensions(editorExtension([]), HeadlessExtension)

/** A document after an editor with all its transforms has opened it. */
function throughEditor(blocks: Block[]): Block[] {
  editor.setEditorState(editor.parseEditorState(JSON.stringify(toLexical(blocks))))
  return fromLexical(editor.getEditorState().toJSON())
}

describe.each(readdirSync(directory))('%s', (file) => {
  const { slate, lexical } = fixture(file)
  test('becomes the Lexical state', () => {
    expect(toLexical(slate)).toEqual(lexical)
  })
  test('comes back from the Lexical state', () => {
    expect(fromLexical(lexical)).toEqual(slate)
  })
  test('survives a real editor', () => {
    expect(throughEditor(slate)).toEqual(slate)
  })
})

test('every block type has a fixture', () => {
  const fixtures = readdirSync(directory)
    .map((file) => JSON.stringify(fixture(file).slate))
    .join('')
  const missing = Object.keys(BLOCK_TYPES).filter((type) => !fixtures.includes(`"type":"${type}"`))
  expect(missing).toEqual([])
})

test('any document comes back in normal form', () => {
  fc.assert(
    fc.property(documents, (blocks) => {
      expect(fromLexical(toLexical(blocks))).toEqual(normalize(blocks))
    }),
  )
})

test('any document survives a real editor', () => {
  fc.assert(
    fc.property(documents, (blocks) => {
      // Lexical gives an empty document a paragraph to write in.
      fc.pre(blocks.length > 0)
      expect(throughEditor(blocks)).toEqual(normalize(blocks))
    }),
  )
})

test('normal form is its own normal form', () => {
  fc.assert(
    fc.property(documents, (blocks) => {
      expect(normalize(normalize(blocks))).toEqual(normalize(blocks))
    }),
  )
})

test('a line break typed in the editor continues the marks before it', () => {
  const state = toLexical([{ type: 'paragraph', children: [{ text: 'a\nb', bold: true }] }])
  const typed = JSON.parse(JSON.stringify(state).replace(',"$":{"slate":{"bold":true}}', ''))
  expect(fromLexical(typed)).toEqual([{ type: 'paragraph', children: [{ text: 'a\nb', bold: true }] }])
})

test('code with a link and a footnote in it is code again when it is opened', () => {
  const reference = { type: 'footnote-reference', note: 'a', children: [{ text: '' }] }
  const link = { type: 'link', url: '/a', children: [{ text: 'a' }] }
  const line = { type: 'code-line', children: [{ text: 'b' }, link, { text: '' }, reference, { text: '' }] }
  expect(toLexical([{ type: 'code-block', children: [line] }]).root.children[0]?.type).toBe('code')
})

test('a link that the editor holds with an unsafe URL loses it', () => {
  const state = toLexical([
    { type: 'paragraph', children: [{ type: 'link', url: '/safe', children: [{ text: 'a' }] }] },
  ])
  const unsafe = JSON.parse(JSON.stringify(state).replace('/safe', 'javascript:alert(1)'))
  expect(JSON.stringify(fromLexical(unsafe))).toContain('"url":""')
})
