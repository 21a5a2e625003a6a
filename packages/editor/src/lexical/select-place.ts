import {
  $createRangeSelection,
  $getRoot,
  $isElementNode,
  $setSelection,
  type LexicalEditor,
  type LexicalNode,
  type TextNode,
} from 'lexical'
import { blocksOf } from '../convert.ts'
import type { EditorPlace } from '../text/marks/prose.ts'
import { $exportNode } from './changes.ts'

/** Selects a place in the text and scrolls to it. An image gets the focus in the field of its description. */
export function selectPlace(editor: LexicalEditor, { block, from, to, image }: EditorPlace): void {
  const node = editor.read(() => $blockAt(block))
  if (!node) return
  if (image === undefined) showText(editor, node, from, to)
  else focusImage(editor, node, image)
}

function showText(editor: LexicalEditor, node: LexicalNode, from: number, to: number): void {
  editor.update(() => $selectText(node, from, to), { discrete: true })
  editor.getElementByKey(node.getKey())?.scrollIntoView({ block: 'center' })
  editor.focus()
}

/** A top-level node is one block, or several. */
function $blockAt(index: number): LexicalNode | undefined {
  let blocks = 0
  return $getRoot()
    .getChildren()
    .find((node) => {
      blocks += blocksOf([$exportNode(node)]).length
      return blocks > index
    })
}

function focusImage(editor: LexicalEditor, node: LexicalNode, index: number): void {
  const key = editor.read(() => $imagesIn(node)[index]?.getKey())
  const element = key ? editor.getElementByKey(key) : null
  element?.scrollIntoView({ block: 'center' })
  element?.querySelector('input')?.focus()
}

function $imagesIn(node: LexicalNode): LexicalNode[] {
  if (node.getType() === 'image') return [node]
  return $isElementNode(node) ? node.getChildren().flatMap($imagesIn) : []
}

function $selectText(node: LexicalNode, from: number, to: number): void {
  const texts = $isElementNode(node) ? node.getAllTextNodes() : []
  const start = $textAt(texts, from, (offset, size) => offset < size)
  const end = $textAt(texts, to, (offset, size) => offset <= size)
  if (!start || !end) {
    node.selectStart()
    return
  }
  const selection = $createRangeSelection()
  selection.setTextNodeRange(start.node, start.offset, end.node, end.offset)
  $setSelection(selection)
}

/** The text with a position, and the position in it. */
function $textAt(
  texts: readonly TextNode[],
  position: number,
  isIn: (offset: number, size: number) => boolean,
) {
  let offset = position
  for (const node of texts) {
    const size = node.getTextContentSize()
    if (isIn(offset, size)) return { node, offset }
    offset -= size
  }
}
