import { buildEditorFromExtensions } from '@lexical/extension'
import { HeadlessExtension } from '@lexical/headless'
import { type Block, content } from '@nightdesk/contracts'
import { $getRoot, $getSelection, $selectAll } from 'lexical'
import { describe, expect, test } from 'vitest'
import { toLexical } from '../../convert.ts'
import { textOf } from '../../diff/text-runs.ts'
import { contentOf } from '../content.ts'
import { editorExtension } from '../extension.ts'
import { $insertPasted, readOwnClipboard } from './insert-pasted.ts'
import { blocksOfMarkdown } from './markdown.ts'

const copied = (nodes: unknown[]) => JSON.stringify({ namespace: 'nightdesk', nodes })

test('content that our editor copied is unchanged', () => {
  const blocks = [{ type: 'poll', votes: 3, children: [{ text: 'a', bold: true }] }]
  expect(readOwnClipboard(copied(toLexical(blocks).root.children), 'nightdesk')).toEqual(blocks)
})

test('unsafe URLs, which any page can put there, are dropped', () => {
  const image = { type: 'image', $: { slate: { url: 'data:image/png;base64,AA==', filename: '../a' } } }
  const link = { type: 'link', url: 'javascript:alert(1)', children: [{ type: 'text', text: 'a' }] }
  expect(readOwnClipboard(copied([image, { type: 'paragraph', children: [link] }]), 'nightdesk')).toEqual([
    { type: 'image', url: '', children: [{ text: '' }] },
    {
      type: 'paragraph',
      children: [{ text: '' }, { type: 'link', url: '', children: [{ text: 'a' }] }, { text: '' }],
    },
  ])
})

test('an image of which nothing may be stored can be saved as an image without an address', () => {
  const image = { type: 'image', $: { slate: { filename: '../a' } } }
  const blocks = readOwnClipboard(copied([image]), 'nightdesk')
  expect(content.safeParse(blocks).error).toBeUndefined()
})

test.each([
  ['a heading', { type: 'heading', tag: 5, children: [] }],
  ['a link', { type: 'link', url: 5, children: [{ type: 'text', text: 'a' }] }],
  ['code', { type: 'code', language: 5, $: 5, children: [] }],
])('fields that this editor does not write so do not stop a paste: %s', (_name, node) => {
  expect(readOwnClipboard(copied([node]), 'nightdesk')).toHaveLength(1)
})

test('JSON that is nested without end, which any page can put there, is left to the other types, too', () => {
  const json = `${'{"type":"a","children":['.repeat(100_000)}${']}'.repeat(100_000)}`
  expect(readOwnClipboard(`{"namespace":"nightdesk","nodes":[${json}]}`, 'nightdesk')).toBeUndefined()
})

test('signs of Markdown that content has no mark for stay', () => {
  expect(blocksOfMarkdown('if (a==b && **c**==d)')).toEqual([
    {
      type: 'paragraph',
      children: [{ text: 'if (a==b && ' }, { text: 'c', bold: true }, { text: '==d)' }],
    },
  ])
})

test('Markdown: a quote of several paragraphs has no signs, code between tildes is code', () => {
  const blocks = blocksOfMarkdown('> One.\n>\n> Two.\n\n~~~js\n> a\n>\n> b\n~~~')
  expect(blocks.map(({ type, language }) => [type, language])).toEqual([
    ['block-quote', undefined],
    ['code-block', 'js'],
  ])
  expect(blocks.map(textOf)).toEqual(['One.\nTwo.', '> a\n>\n> b'])
})

test.each([
  ['1) one\n2) two', ['numbered-list']],
  ['One.\n***\nTwo.', ['paragraph', 'paragraph', 'paragraph']],
  ['One.\n---\nTwo.', ['paragraph', 'paragraph', 'paragraph']],
  ['The Lamp\n========\nOne.', ['heading-one', 'paragraph']],
  ['Part one\n--------\n\nOne.', ['heading-two', 'paragraph']],
  ['```\n1) one\n---\n```', ['code-block']],
  ['![a](/a.png)\n![b](/b.png)', ['image', 'image']],
])('Markdown that Lexical does not know: %j', (markdown, types) => {
  expect(blocksOfMarkdown(markdown).map(({ type }) => type)).toEqual(types)
})

test.each(['', '{', '[]', '{"namespace":"nightdesk","nodes":[1]}', '{"namespace":"other","nodes":[]}'])(
  'other JSON is left to the other types on the clipboard: %s',
  (json) => expect(readOwnClipboard(json, 'nightdesk')).toBeUndefined(),
)

/** The content after plain text was pasted over what is selected. */
function pasted(text: string, story: Block[], $place = () => void $getRoot().selectEnd()): Block[] {
  const editor = buildEditorFromExtensions(editorExtension(story), HeadlessExtension)
  const clipboard = { getData: () => '' } as unknown as DataTransfer // only what a paste reads
  editor.update(
    () => {
      $place()
      const selection = $getSelection()
      if (selection) $insertPasted['text/plain'](text, selection, () => false, clipboard)
    },
    { discrete: true },
  )
  return contentOf(editor)
}

const paragraph = (text: string) => ({ type: 'paragraph', children: [{ text }] })

test.each(['\n', '\r\n', '\v', '\f', '\u2028', '\u2029'])(
  'a line end around a pasted word is no text: %j',
  (end) => {
    expect(pasted(`${end}lamp${end}`, [paragraph('A ')])).toEqual([paragraph('A lamp')])
  },
)

describe('a text of more than half of what can be stored', () => {
  const story = Array.from({ length: 7 }, (_, part) => paragraph(`${part}${' lamp'.repeat(18_000)}`))
  const textFrom = (part: number) => story.slice(part).map(textOf).join('\n')

  test('can be replaced by another copy of it', () => {
    const edited = pasted(`Edited. ${textFrom(0)}`, story, () => void $selectAll())
    expect(edited).toEqual([paragraph(`Edited. ${textOf(story[0]!)}`), ...story.slice(1)])
  })

  test('can be dragged within itself', () => {
    const content = pasted(textFrom(1), story, () => {
      const selection = $selectAll()
      selection.anchor.set($getRoot().getFirstChildOrThrow().getKey(), 1, 'element')
      selection.removeText()
    })
    expect(content.map(textOf).join('')).toBe(story.map(textOf).join(''))
  })

  test('holds no second copy', () => {
    expect(pasted(textFrom(0), story)).toEqual(story)
  })
})
