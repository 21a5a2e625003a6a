import { $isCodeNode } from '@lexical/code-core'
import { defineExtension, signal } from '@lexical/extension'
import { $isListItemNode } from '@lexical/list'
import { $findMatchingParent } from '@lexical/utils'
import {
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_LOW,
  createCommand,
  type EditorState,
  HISTORIC_TAG,
  KEY_ESCAPE_COMMAND,
  type LexicalCommand,
  mergeRegister,
} from 'lexical'

export type PasteForm = 'html' | 'plain' | 'markdown'

export interface Paste {
  /** Tells the writer what the paste became. */
  message: string
  form: PasteForm
  /** The paste as plain text. */
  plain: string
}

/** The message about the last paste, and the data to change its form. */
export interface Receipt {
  message: string
  /** Absent if nothing was pasted, or if the text has changed since the paste. */
  paste?: ReceiptPaste
}

export interface ReceiptPaste extends Paste {
  /** The state before the paste. */
  before: EditorState
}

/** Replaces the receipt; null closes it. */
export const SHOW_RECEIPT: LexicalCommand<Receipt | null> = /* @__PURE__ */ createCommand('SHOW_RECEIPT')

/** The receipt closes after this many changes of the text. */
const ENOUGH_CHANGES = 30

/** Holds the receipt of the last paste until it is used or closed, the paste is undone, or writing has continued. */
export const PasteReceiptExtension = /* @__PURE__ */ defineExtension({
  name: '@nightdesk/editor/paste-receipt',
  build: () => ({ receipt: signal<Receipt | null>(null) }),
  register: (editor, _config, state) => {
    const { receipt } = state.getOutput()
    let changes = 0
    const show = (next: Receipt | null) => {
      changes = 0
      receipt.value = next
      return true
    }
    return mergeRegister(
      editor.registerCommand(SHOW_RECEIPT, show, COMMAND_PRIORITY_LOW),
      editor.registerCommand(
        KEY_ESCAPE_COMMAND,
        () => receipt.peek() !== null && !$takesTab() && show(null),
        COMMAND_PRIORITY_LOW,
      ),
      editor.registerUpdateListener(({ dirtyElements, dirtyLeaves, tags }) => {
        const current = receipt.peek()
        if (!current || dirtyElements.size + dirtyLeaves.size === 0) return
        changes++
        if (tags.has(HISTORIC_TAG) || changes > ENOUGH_CHANGES) show(null)
        // Undoing the paste now would also undo what was written since.
        else if (current.paste) receipt.value = { message: current.message }
      }),
    )
  },
})

/** Lists and code handle Tab themselves: there Escape must not close the receipt, so that Tab can reach it afterwards. */
function $takesTab(): boolean {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return false
  const place = selection.anchor.getNode()
  return $findMatchingParent(place, (node) => $isListItemNode(node) || $isCodeNode(node)) !== null
}
