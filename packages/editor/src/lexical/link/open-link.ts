import { $isCodeNode } from '@lexical/code-core'
import { $isLinkNode } from '@lexical/link'
import { $findMatchingParent } from '@lexical/utils'
import { $getSelection, $isRangeSelection, createCommand, type LexicalCommand } from 'lexical'

/** Opens the link form for the selected text, or for the link around the caret. */
export const OPEN_LINK_COMMAND: LexicalCommand<void> = /* @__PURE__ */ createCommand('OPEN_LINK')

/** Whether a link can be made or changed here; if not, the key for links is left to the app. */
export function $canOpenLink(): boolean {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return false
  const anchor = selection.anchor.getNode()
  // Lines of code hold text only.
  if ($findMatchingParent(anchor, $isCodeNode)) return false
  return !selection.isCollapsed() || $findMatchingParent(anchor, $isLinkNode) !== null
}
