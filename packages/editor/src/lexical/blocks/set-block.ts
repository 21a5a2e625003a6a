import { $createCodeNode } from '@lexical/code-core'
import { INSERT_ORDERED_LIST_COMMAND, INSERT_UNORDERED_LIST_COMMAND } from '@lexical/list'
import { $createHeadingNode, $createQuoteNode, type HeadingTagType } from '@lexical/rich-text'
import { $setBlocksType } from '@lexical/selection'
import { headingLevel } from '@nightdesk/contracts'
import {
  $createParagraphNode,
  $getSelection,
  $isRangeSelection,
  type ElementNode,
  type LexicalEditor,
} from 'lexical'
import type { BlockKind } from '../toolbar/selection-state.ts'

/** Makes the selected blocks blocks of a kind; those that are of it already become paragraphs again. */
export function toggleBlock(editor: LexicalEditor, kind: BlockKind, current: BlockKind): void {
  const wanted = kind === current ? 'paragraph' : kind
  if (wanted === 'bulleted-list') editor.dispatchCommand(INSERT_UNORDERED_LIST_COMMAND, undefined)
  else if (wanted === 'numbered-list') editor.dispatchCommand(INSERT_ORDERED_LIST_COMMAND, undefined)
  else if (wanted === 'code-block') editor.update($makeCode)
  else editor.update(() => $setBlocksType($getSelection(), () => $createBlock(wanted)))
}

function $createBlock(kind: BlockKind): ElementNode {
  const level = headingLevel(kind)
  // A level is 1 to 6.
  if (level > 0) return $createHeadingNode(`h${level}` as HeadingTagType)
  return kind === 'block-quote' ? $createQuoteNode() : $createParagraphNode()
}

/** Several selected blocks become the lines of one block of code, not one block of code each. */
function $makeCode(): void {
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
