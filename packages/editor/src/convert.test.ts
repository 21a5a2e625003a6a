import { readdirSync, readFileSync } from 'node:fs'
import { buildEditorFromExtensions } from '@lexical/extension'
import { HeadlessExtension } from '@lexical/headless'
import type { Block, Node } from '@nightdesk/contracts'
import fc from 'fast-check'
import type { SerializedEditorState } from 'lexical'
import { describe, expect, test } from 'vitest'
import { fromLexical, toLexical } from './convert.ts'
import { editorExtension } from './lexical/extension.ts'
import { normalize } from './normal-form.ts'

interface Fixture {
  slate: Block[]
  lexical: SerializedEditorState
}

const directory = new URL('fixtures/', import.meta.url)

function fixture(file: string): Fixture {
  return JSON.parse(readFileSync(new URL(file, directory), 'utf8'))
}

const editor = buildEditorFromExtensions(editorExtension([]), HeadlessExtension)

/** What a real editor, with all its transforms, hands back of a document it has only opened. */
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

const json = fc.jsonValue({ maxDepth: 2 })
const words = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '\t', 'é', '🌙'), maxLength: 6 })
const unknownKeys = fc.dictionary(fc.constantFrom('id', 'data', 'indent', 'format', 'url', '$'), json, {
  maxKeys: 2,
})
const marks = fc.record(
  {
    bold: fc.boolean(),
    italic: fc.boolean(),
    underline: fc.boolean(),
    strikethrough: fc.boolean(),
    code: fc.boolean(),
  },
  { requiredKeys: [] },
)
const alignment = fc.record(
  { align: fc.constantFrom('left', 'center', 'right', 'justify') },
  { requiredKeys: [] },
)
const blockTypes = fc.constantFrom(
  'paragraph',
  'heading-one',
  'heading-six',
  'block-quote',
  'bulleted-list',
  'numbered-list',
  'list-item',
  'code-block',
  'code',
  'code-line',
  'poll',
)

const { node } = fc.letrec<{ node: Node; text: Node; element: Node; link: Node; image: Node }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('text'),
    tie('image'),
    tie('element'),
    tie('link'),
  ),
  text: fc.tuple(marks, unknownKeys, words).map(([on, keys, text]) => ({ ...keys, ...on, text })),
  image: fc
    .tuple(unknownKeys, alignment)
    .map(([keys, align]) => ({ ...keys, ...align, type: 'image', url: '/a.png', children: [{ text: '' }] })),
  link: fc
    .tuple(
      unknownKeys,
      fc.constantFrom('', '/a', 'https://example.org'),
      fc.array(tie('node'), { maxLength: 3 }),
    )
    .map(([keys, url, children]) => ({ ...keys, type: 'link', url, children })),
  element: fc
    .tuple(unknownKeys, alignment, blockTypes, fc.array(tie('node'), { maxLength: 4 }))
    .map(([keys, align, type, children]) => ({ ...keys, ...align, type, children })),
}))
const item = fc.array(node, { maxLength: 3 }).map((children): Node => ({ type: 'list-item', children }))
const list = fc.array(item, { maxLength: 3 }).map((children): Node => ({ type: 'bulleted-list', children }))
const line = fc.array(node, { maxLength: 2 }).map((children): Node => ({ type: 'code-line', children }))
const code = fc
  .array(line, { maxLength: 3 })
  .map((children): Node => ({ type: 'code-block', language: 'ts', children }))
const documents = fc
  .array(fc.oneof(node, list, code), { maxLength: 4 })
  .map((nodes) => nodes.filter((child): child is Block => typeof child.text !== 'string'))

test('any document comes back in normal form', () => {
  fc.assert(
    fc.property(documents, (blocks) => {
      expect(fromLexical(toLexical(blocks))).toEqual(normalize(blocks))
    }),
    { numRuns: 500 },
  )
})

test('any document survives a real editor', () => {
  fc.assert(
    fc.property(documents, (blocks) => {
      // Lexical gives an empty document a paragraph to write in.
      fc.pre(blocks.length > 0)
      expect(throughEditor(blocks)).toEqual(normalize(blocks))
    }),
    { numRuns: 200 },
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

test('a link that the editor holds with an unsafe URL loses it', () => {
  const state = toLexical([
    { type: 'paragraph', children: [{ type: 'link', url: '/safe', children: [{ text: 'a' }] }] },
  ])
  const unsafe = JSON.parse(JSON.stringify(state).replace('/safe', 'javascript:alert(1)'))
  expect(JSON.stringify(fromLexical(unsafe))).toContain('"url":""')
})
