import { buildEditorFromExtensions } from '@lexical/extension'
import { HeadlessExtension } from '@lexical/headless'
import type { Block } from '@nightdesk/contracts'
import { $getRoot, $getSelection, $isRangeSelection } from 'lexical'
import { expect, test } from 'vitest'
import { fromLexical } from '../convert.ts'
import { $kindOf, BLOCK_KINDS, type BlockKind, TOOLBAR_KINDS, toggleBlock } from './block-kinds.ts'
import { editorExtension } from './extension.ts'
import { findInsertions } from './slash-menu.tsx'

function openEditor(content: Block[] = [{ type: 'paragraph', children: [{ text: 'a' }] }]) {
  const editor = buildEditorFromExtensions(editorExtension(content), HeadlessExtension)
  editor.update(() => $getRoot().selectEnd(), { discrete: true })
  const selectAll = () => editor.update(() => $getRoot().select(0), { discrete: true })
  const toggle = (kind: BlockKind, current: BlockKind) =>
    editor.update(() => toggleBlock(editor, kind, current), { discrete: true })
  const kind = () =>
    editor.read(() => {
      const selection = $getSelection()
      return $isRangeSelection(selection) && $kindOf(selection.anchor.getNode())
    })
  const text = () => fromLexical(editor.getEditorState().toJSON())
  return { selectAll, toggle, kind, text, types: () => text().map(({ type }) => type) }
}

test.each(TOOLBAR_KINDS)('%s is made, recognised, stored as the type of its row, and undone', (made) => {
  const { toggle, kind, types } = openEditor()
  toggle(made, 'paragraph')
  expect([kind(), types()]).toEqual([made, [made]])
  toggle(made, made)
  expect([kind(), types()]).toEqual(['paragraph', ['paragraph']])
})

test.each(['block-quote', 'paragraph'] as const)('a quote of several paragraphs becomes them: %s', (kind) => {
  const paragraphs = ['a', 'b'].map((text) => ({ type: 'paragraph', children: [{ text }] }))
  const { toggle, text } = openEditor([{ type: 'block-quote', children: paragraphs }])
  toggle(kind, 'block-quote')
  expect(text()).toEqual(paragraphs)
})

test('a scene break is inserted below the caret', () => {
  const { toggle, types } = openEditor()
  toggle('scene-break', 'paragraph')
  expect(types()).toEqual(['paragraph', 'paragraph', 'paragraph'])
})

test('a footnote alone in its line stays above a scene break', () => {
  const reference = { type: 'footnote-reference', note: 'a', children: [{ text: '' }] }
  const line = { type: 'paragraph', children: [{ text: '' }, reference, { text: '' }] }
  const { toggle, text } = openEditor([line])
  toggle('scene-break', 'paragraph')
  expect(text()[0]).toEqual(line)
})

test('an image among blocks that become code stays', () => {
  const image = { type: 'image', url: '/a.png', children: [{ text: '' }] }
  const paragraph = { type: 'paragraph', children: [{ text: 'a' }] }
  const { selectAll, toggle, types } = openEditor([paragraph, image, paragraph])
  selectAll()
  toggle('code-block', 'paragraph')
  expect(types()).toEqual(['code-block', 'image', 'code-block'])
})

test('everything becomes a list, also when it begins or ends with a picture', () => {
  const image = { type: 'image', url: '/a.png', children: [{ text: '' }] }
  const paragraphs = ['a', 'b'].map((text) => ({ type: 'paragraph', children: [{ text }] }))
  const { selectAll, toggle, types } = openEditor([image, ...paragraphs, image])
  selectAll()
  toggle('bulleted-list', 'paragraph')
  expect(types()).toEqual(['image', 'bulleted-list', 'image'])
})

test('the menu lists every kind, and finds each by its name and by every keyword', () => {
  const found = (query: string) => findInsertions(query).flatMap(({ insertions }) => insertions)
  const names = Object.values(BLOCK_KINDS).map(({ name }) => name)
  expect(found('').map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  expect(found('')).toHaveLength(names.length)
  for (const insertion of found('')) {
    const queries = [insertion.name.toLowerCase(), ...insertion.keywords.split(' ')]
    for (const query of queries) expect(found(query)).toContain(insertion)
  }
})

test('the menu begins with what a story needs most', () => {
  const [first] = findInsertions('')
  expect(first?.insertions.map(({ name }) => name).slice(0, 4)).toEqual([
    'Scene break',
    'Image',
    'Quote',
    'Heading 1',
  ])
})
