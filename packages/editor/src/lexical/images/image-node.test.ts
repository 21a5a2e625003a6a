import { buildEditorFromExtensions } from '@lexical/extension'
import { HeadlessExtension } from '@lexical/headless'
import { $toggleLink } from '@lexical/link'
import { $createParagraphNode, $createTextNode, $getRoot, $selectAll, type LexicalNode } from 'lexical'
import { expect, test } from 'vitest'
import { fromLexical } from '../../convert.ts'
import { editorExtension } from '../extension.ts'
import { $createImageNode } from './image-node.tsx'

const image = { type: 'image', url: '/a.png', children: [{ text: '' }] }
const paragraph = (text: string) => ({ type: 'paragraph', children: [{ text }] })

/** The content of an empty editor after a paragraph with `children` was inserted. */
function pasted(children: () => LexicalNode[]) {
  const editor = buildEditorFromExtensions(editorExtension([]), HeadlessExtension)
  editor.update(
    () => {
      $getRoot()
        .clear()
        .append($createParagraphNode().append(...children()))
    },
    { discrete: true },
  )
  return fromLexical(editor.getEditorState().toJSON())
}

test('an image within a line splits it', () => {
  const content = pasted(() => [
    $createTextNode('a'),
    $createImageNode({ url: '/a.png' }),
    $createTextNode('b'),
  ])
  expect(content).toEqual([paragraph('a'), image, paragraph('b')])
})

test('an image alone in a paragraph replaces it', () => {
  expect(pasted(() => [$createImageNode({ url: '/a.png' })])).toEqual([image])
})

test('several images in a paragraph are all kept', () => {
  const images = () => [$createImageNode({ url: '/a.png' }), $createImageNode({ url: '/a.png' })]
  expect(pasted(images)).toEqual([image, image])
})

test('a picture and a scene break among words that become a link stay as they are', () => {
  const story = [paragraph('a'), paragraph('***'), image, paragraph('b')]
  const editor = buildEditorFromExtensions(editorExtension(story), HeadlessExtension)
  editor.update(
    () => {
      $selectAll()
      $toggleLink('/a')
    },
    { discrete: true },
  )
  expect(fromLexical(editor.getEditorState().toJSON()).slice(1, 3)).toEqual(story.slice(1, 3))
})
