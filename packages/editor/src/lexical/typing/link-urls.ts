import { $isCodeNode } from '@lexical/code-core'
import { $createLinkNode, $isLinkNode } from '@lexical/link'
import { $findMatchingParent } from '@lexical/utils'
import {
  $addUpdateTag,
  $getNodeByKey,
  $getSelection,
  $isRangeSelection,
  $isTextNode,
  COMMAND_PRIORITY_CRITICAL,
  HISTORY_PUSH_TAG,
  KEY_ENTER_COMMAND,
  type LexicalEditor,
  mergeRegister,
  type TextNode,
} from 'lexical'
import { readUrl } from '../link/read-url.ts'
import { onTyped } from './on-typed.ts'

/** With a scheme or "www.", because `end.Then` may be two sentences. Without the punctuation at its end. */
const URL = /(?<![\p{L}\p{N}@/.])(?:https?:\/\/|www\.)[^\s<>"“”]*[^\s<>"“”.,;:!?'’)\]}…]$/iu
const LONGEST = 2_000

/** Links a URL when a space or Enter is typed after it, as a separate step: undo restores the text. */
export function linkUrls(editor: LexicalEditor): () => void {
  return mergeRegister(
    onTyped(editor, /\s/, ({ node, offset, typed }) => $linkBefore(node, offset - typed.length)),
    editor.registerCommand(
      KEY_ENTER_COMMAND,
      () => {
        const selection = $getSelection()
        if (!$isRangeSelection(selection) || !selection.isCollapsed()) return false
        const { key, offset } = selection.anchor
        // Before the line ends, so that the line and the link are separate steps of undo.
        editor.update(() => {
          const node = $getNodeByKey(key)
          if ($isTextNode(node)) $linkBefore(node, offset)
        })
        return false
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
  )
}

/** @returns whether a URL before the offset was linked */
function $linkBefore(node: TextNode, end: number): boolean {
  if (node.hasFormat('code') || $findMatchingParent(node, (one) => $isCodeNode(one) || $isLinkNode(one)))
    return false
  const before = node.getTextContent().slice(Math.max(0, end - LONGEST), end)
  const punctuation = /[.,;:!?'’)\]}…]*$/.exec(before)?.[0].length ?? 0
  const text = URL.exec(before.slice(0, before.length - punctuation))?.[0]
  const url = text && readUrl(text)
  if (!text || !url) return false
  $addUpdateTag(HISTORY_PUSH_TAG)
  const start = end - punctuation - text.length
  const [first, second] = node.splitText(start, start + text.length)
  const linked = start === 0 ? first : second
  if (!linked) return false
  const link = $createLinkNode(url)
  linked.replace(link)
  link.append(linked)
  return true
}
