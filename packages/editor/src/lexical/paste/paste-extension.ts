import {
  $insertDataTransferForRichText,
  ClipboardImportExtension,
  type ImportMimeTypeFunction,
} from '@lexical/clipboard'
import { $isCodeNode } from '@lexical/code-core'
import { configExtension, defineExtension, signal } from '@lexical/extension'
import { $isListItemNode } from '@lexical/list'
import { $findMatchingParent } from '@lexical/utils'
import {
  $getEditor,
  $getRoot,
  $getSelection,
  $isRangeSelection,
  $setSelection,
  COMMAND_PRIORITY_LOW,
  createCommand,
  type EditorState,
  HISTORIC_TAG,
  KEY_ESCAPE_COMMAND,
  type LexicalCommand,
  mergeRegister,
  PASTE_TAG,
} from 'lexical'
import { whenIdle } from '../when-idle.ts'

const NOT_LOADED = 'Nothing was pasted, for want of a connection. The clipboard still has it.'

type Conversion = typeof import('./insert-pasted.ts')
type PastedType = keyof Conversion['$insertPasted']

let conversion: Conversion | undefined

/** The conversion is large and not needed for typing, so it is loaded later. After a failure, the next call retries. */
async function loadConversion(): Promise<void> {
  conversion ??= await import('./insert-pasted.ts')
}

const $take =
  (type: PastedType): ImportMimeTypeFunction =>
  (text, selection, next, data) => {
    if (conversion) return conversion.$insertPasted[type](text, selection, next, data)
    // A drop has its own selection.
    if (selection !== $getSelection()) $setSelection(selection)
    $insertWhenLoaded(data)
    return true
  }

/** A clipboard can be read during its event only, so its data is copied first. */
function $insertWhenLoaded(data: DataTransfer): void {
  const editor = $getEditor()
  const copy = new DataTransfer()
  for (const type of data.types) if (type !== 'Files') copy.setData(type, data.getData(type))
  const $insert = () =>
    $insertDataTransferForRichText(copy, $getSelection() ?? $getRoot().selectEnd(), editor)
  loadConversion().then(
    () => editor.update($insert, { tag: PASTE_TAG }),
    () => editor.dispatchCommand(SHOW_RECEIPT, { message: NOT_LOADED }),
  )
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

/**
 * Replaces Lexical’s import for all types: copied content of this editor is unchanged, HTML and plain text are converted by
 * `paste.ts`. Each paste is one step of undo.
 */
export const PasteExtension = /* @__PURE__ */ defineExtension({
  name: '@nightdesk/editor/paste',
  dependencies: [
    PasteReceiptExtension,
    /* @__PURE__ */ configExtension(ClipboardImportExtension, {
      $importMimeType: {
        'application/x-lexical-editor': [$take('application/x-lexical-editor')],
        'text/html': [$take('text/html')],
        'text/plain': [$take('text/plain')],
        'text/uri-list': [$take('text/uri-list')],
      },
    }),
  ],
  // If this fails, the next paste retries.
  register: () => whenIdle(() => void loadConversion().catch(() => undefined)),
})

export type PasteForm = 'html' | 'plain' | 'markdown'

export interface Paste {
  /** Tells the writer what the paste became. */
  message: string
  form: PasteForm
  /** The paste as plain text. */
  plain: string
}

/** The message about the last paste, and the data to change its form. */
interface Receipt {
  message: string
  /** Absent if nothing was pasted, or if the text has changed since the paste. */
  paste?: ReceiptPaste
}

export interface ReceiptPaste extends Paste {
  /** The state before the paste. */
  before: EditorState
}

/** Lists and code handle Tab themselves: there Escape must not close the receipt, so that Tab can reach it afterwards. */
function $takesTab(): boolean {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return false
  const place = selection.anchor.getNode()
  return $findMatchingParent(place, (node) => $isListItemNode(node) || $isCodeNode(node)) !== null
}
