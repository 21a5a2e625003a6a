import { $isCodeNode } from '@lexical/code-core'
import { defineExtension } from '@lexical/extension'
import { $findMatchingParent } from '@lexical/utils'
import {
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_EDITOR,
  KEY_TAB_COMMAND,
  type RangeSelection,
} from 'lexical'

const INDENT = '  '

/** "Tab in a code block inserts two spaces"; elsewhere Tab leaves the editor, as it must for keyboards. */
export const CodeTabExtension = /* @__PURE__ */ defineExtension({
  name: '@nightdesk/editor/code-tab',
  register: (editor) =>
    editor.registerCommand(
      KEY_TAB_COMMAND,
      (event) => {
        const selection = $getSelection()
        if (event.shiftKey || !$isRangeSelection(selection) || !isInCode(selection)) return false
        event.preventDefault()
        selection.insertText(INDENT)
        return true
      },
      COMMAND_PRIORITY_EDITOR,
    ),
})

const isInCode = (selection: RangeSelection) =>
  $findMatchingParent(selection.anchor.getNode(), $isCodeNode) !== null
