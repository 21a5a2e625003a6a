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
import { onTyped, REVERT_TAG, type Typed } from './on-typed.ts'
import { setPunctuation } from './punctuation.ts'

/** Characters in front of the caret that tell what a sign is. */
const CONTEXT = 500

/** What can be taken back with Backspace while nothing else has happened. */
interface Reversible {
  key: NodeKey
  /** Behind the sign that was set. */
  offset: number
  set: string
  typed: string
}

/**
 * Sets quotes, dashes and ellipses while they are typed, never in code. Each is a step of its own: undo gives back what
 * was typed, and so does Backspace right behind a dash or an ellipsis.
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

/** The text of the line up to a place, over links and changes of marks. */
function $lineBefore(node: TextNode, offset: number): string {
  let text = node.getTextContent().slice(Math.max(0, offset - CONTEXT), offset)
  for (let one = $before(node); one && text.length < CONTEXT; one = $before(one)) {
    if ($isLineBreakNode(one)) break
    text = one.getTextContent() + text
  }
  return text
}

/** What stands in front within the same block. */
function $before(node: LexicalNode): LexicalNode | null {
  const parent = node.getParent()
  return node.getPreviousSibling() ?? (parent?.isInline() ? $before(parent) : null)
}
