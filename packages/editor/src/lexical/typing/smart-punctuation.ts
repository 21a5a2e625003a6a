import { $isCodeNode } from '@lexical/code-core'
import { $findMatchingParent } from '@lexical/utils'
import {
  $addUpdateTag,
  $getNodeByKey,
  $getSelection,
  $isLineBreakNode,
  $isRangeSelection,
  $isTextNode,
  COMMAND_PRIORITY_HIGH,
  DELETE_CHARACTER_COMMAND,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
  mergeRegister,
  type NodeKey,
  type TextNode,
} from 'lexical'
import { setPunctuation } from '../../text/punctuation.ts'
import { onTyped, REVERT_TAG, type Typed } from './on-typed.ts'

/** Characters before the caret that determine the replacement. */
const CONTEXT = 500

/** A replacement that Backspace reverts if nothing else has been done since. */
interface Reversible {
  key: NodeKey
  /** The offset after the replacement. */
  offset: number
  set: string
  typed: string
}

/**
 * Replaces straight quotes, hyphens and dots while typing, but not in code. Each replacement is a separate step: undo
 * restores the typed text, and so does Backspace directly after a dash or an ellipsis.
 */
export function punctuate(editor: LexicalEditor): () => void {
  let reversible: Reversible | undefined
  const $replaceTyped = ({ node, offset }: Typed) => {
    if (node.hasFormat('code') || $findMatchingParent(node, $isCodeNode)) return
    const replacement = setPunctuation($lineBefore(node, offset))
    if (!replacement || replacement.length > offset) return
    const start = offset - replacement.length
    const typed = node.getTextContent().slice(start, offset)
    $addUpdateTag(HISTORY_PUSH_TAG)
    $splice(node, start, replacement.length, replacement.text)
    const isLonger = typed.length > 1 && replacement.text.length === 1
    reversible = isLonger
      ? { key: node.getKey(), offset: start + 1, set: replacement.text, typed }
      : undefined
  }
  const $revert = (isBackward: boolean) => {
    const selection = $getSelection()
    if (!reversible || !isBackward || !$isRangeSelection(selection) || !selection.isCollapsed()) return false
    const { key, offset, set, typed } = reversible
    const node = $getNodeByKey(key)
    reversible = undefined
    const isThere = $isTextNode(node) && node.getTextContent().slice(offset - set.length, offset) === set
    if (!isThere || selection.anchor.key !== key || selection.anchor.offset !== offset) return false
    for (const tag of [HISTORY_PUSH_TAG, REVERT_TAG]) $addUpdateTag(tag)
    $splice(node, offset - set.length, set.length, typed)
    return true
  }
  return mergeRegister(
    onTyped(editor, /[^\p{L}\p{N}]/u, $replaceTyped),
    editor.registerCommand(DELETE_CHARACTER_COMMAND, $revert, COMMAND_PRIORITY_HIGH),
  )
}

function $splice(node: TextNode, start: number, length: number, text: string): void {
  node.spliceText(start, length, text).select(start + text.length, start + text.length)
}

/** The text of the line up to an offset, across links and marks. */
function $lineBefore(node: TextNode, offset: number): string {
  let text = node.getTextContent().slice(Math.max(0, offset - CONTEXT), offset)
  for (let one = $before(node); one && text.length < CONTEXT; one = $before(one)) {
    if ($isLineBreakNode(one)) break
    text = one.getTextContent() + text
  }
  return text
}

/** The previous node within the same block. */
function $before(node: LexicalNode): LexicalNode | null {
  const parent = node.getParent()
  return node.getPreviousSibling() ?? (parent?.isInline() ? $before(parent) : null)
}
