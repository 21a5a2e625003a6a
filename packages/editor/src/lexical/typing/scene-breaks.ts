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

/** What writers type alone on a line between two scenes. The first two of three hyphens have become a dash by then. */
const TYPED = /^(?:---|—-|\*\*\*|\* \* \*|- - -|#|⁂)$/
/** The rest of `* * *` or `- - -`, whose beginning has made the line a list. */
const TYPED_IN_LIST = /^(?:\* \*|- -)$/

/** Enter behind the sign of a scene break draws it, and writing goes on below. */
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

/** The block that holds the sign and nothing else, with the caret at its end. */
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
