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
  /** What became of it, for the person who pasted. */
  message: string
  form: PasteForm
  /** The same as plain text. */
  plain: string
}

/** What the line below the text says about the last paste, and the forms that it can still take. */
export interface Receipt {
  message: string
  /** Absent where nothing was pasted, or where what was pasted has been written in since. */
  paste?: ReceiptPaste
}

export interface ReceiptPaste extends Paste {
  /** The text without it. */
  before: EditorState
}

/** Replaces the receipt; null closes it. */
export const SHOW_RECEIPT: LexicalCommand<Receipt | null> = /* @__PURE__ */ createCommand('SHOW_RECEIPT')

/** Changes of the text after which a receipt has been seen. */
const ENOUGH_CHANGES = 30

/** Keeps the receipt of the last paste until it was used, closed, undone or written on from for a while. */
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
        // Taking the paste back now would take back what was written since.
        else if (current.paste) receipt.value = { message: current.message }
      }),
    )
  },
})

/** Lists and code do something with Tab: there Escape leaves the text, and Tab leads to the receipt. */
function $takesTab(): boolean {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return false
  const place = selection.anchor.getNode()
  return $findMatchingParent(place, (node) => $isListItemNode(node) || $isCodeNode(node)) !== null
}
