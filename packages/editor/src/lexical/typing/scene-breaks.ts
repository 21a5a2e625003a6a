import { $isListItemNode, $isListNode } from '@lexical/list'
import {
  $createParagraphNode,
  $getSelection,
  $isElementNode,
  $isParagraphNode,
  $isRangeSelection,
  COMMAND_PRIORITY_LOW,
  type ElementNode,
  KEY_ENTER_COMMAND,
  type LexicalEditor,
} from 'lexical'
import { $createSceneBreak } from '../blocks/scene-break-node.ts'

/** Signs that writers type on a line between two scenes. Of three hyphens, the first two have already become a dash. */
const TYPED = /^(?:---|—-|\*\*\*|\* \* \*|- - -|#|⁂)$/
/** The rest of `* * *` or `- - -`, whose first sign has made the line a list. */
const TYPED_IN_LIST = /^(?:\* \*|- -)$/

/** Enter after the sign of a scene break replaces it by a scene break, and moves the caret below. */
export function typeSceneBreaks(editor: LexicalEditor): () => void {
  return editor.registerCommand(
    KEY_ENTER_COMMAND,
    (event) => {
      const block = event?.shiftKey ? null : $blockOfSign()
      if (!block) return false
      event?.preventDefault()
      const next = $createParagraphNode()
      block.replace($createSceneBreak()).insertAfter(next)
      next.selectStart()
      return true
    },
    COMMAND_PRIORITY_LOW,
  )
}

/** The block that contains only the sign, with the caret at its end. */
function $blockOfSign(): ElementNode | null {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return null
  const block = selection.anchor.getNode().getTopLevelElement()
  if (!$isElementNode(block) || selection.anchor.offset !== selection.anchor.getNode().getTextContentSize())
    return null
  const text = block.getTextContent().trim()
  if ($isParagraphNode(block)) return TYPED.test(text) ? block : null
  const isAlone =
    $isListNode(block) && block.getChildrenSize() === 1 && $isListItemNode(block.getFirstChild())
  return isAlone && TYPED_IN_LIST.test(text) ? block : null
}
