import { $createCodeNode } from '@lexical/code-core'
import { $setBlocksType } from '@lexical/selection'
import {
  $createParagraphNode,
  $getSelection,
  $isRangeSelection,
  type ElementNode,
  type LexicalEditor,
} from 'lexical'
import { $createSceneBreak } from './scene-break-node.ts'

/** Replaces each selected block with a block that `$create` returns, and moves its text into it. */
export function makeBlocks(editor: LexicalEditor, $create: () => ElementNode): void {
  editor.update(() => $setBlocksType($getSelection(), $create))
}

/** Several selected blocks become the lines of one code block, not a code block each. */
export function $makeCode(): void {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return
  if (selection.isCollapsed()) {
    $setBlocksType(selection, () => $createCodeNode())
    return
  }
  const text = selection.getTextContent()
  selection.insertNodes([$createCodeNode()])
  const inside = $getSelection()
  if ($isRangeSelection(inside)) inside.insertRawText(text)
}

/** Inserts a scene break below the block with the caret, or in its place if it is empty, and a paragraph below it. */
export function $insertSceneBreak(): void {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return
  const block = selection.anchor.getNode().getTopLevelElementOrThrow()
  const sceneBreak = $createSceneBreak()
  const next = $createParagraphNode()
  if (block.getTextContentSize() === 0) block.replace(sceneBreak)
  else block.insertAfter(sceneBreak)
  sceneBreak.insertAfter(next)
  next.select()
}
