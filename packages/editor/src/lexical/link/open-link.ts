import { $isCodeNode } from '@lexical/code-core'
import { $isLinkNode } from '@lexical/link'
import { $findMatchingParent } from '@lexical/utils'
import { $getSelection, $isRangeSelection, createCommand, type LexicalCommand } from 'lexical'

/** Asks for the URL of the selected text, or of the link that the caret is in. */
export const OPEN_LINK_COMMAND: LexicalCommand<void> = /* @__PURE__ */ createCommand('OPEN_LINK')

/** Whether the key for links means one here; where not, it is left to the app. */
export function $canOpenLink(): boolean {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return false
  const anchor = selection.anchor.getNode()
  // Lines of code hold text only.
  if ($findMatchingParent(anchor, $isCodeNode)) return false
  return !selection.isCollapsed() || $findMatchingParent(anchor, $isLinkNode) !== null
}
