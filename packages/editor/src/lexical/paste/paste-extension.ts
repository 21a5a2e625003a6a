import {
  $insertDataTransferForRichText,
  ClipboardImportExtension,
  type ImportMimeTypeFunction,
} from '@lexical/clipboard'
import { configExtension, defineExtension } from '@lexical/extension'
import { $getEditor, $getRoot, $getSelection, $setSelection, PASTE_TAG } from 'lexical'
import { whenIdle } from '../lazy/when-idle.ts'
import { PasteReceiptExtension, SHOW_RECEIPT } from './receipt-extension.ts'

const NOT_LOADED = 'Nothing was pasted, for want of a connection. The clipboard still has it.'

type Conversion = typeof import('./insert-pasted.ts')
type PastedType = keyof Conversion['$insertPasted']

let conversion: Conversion | undefined

/** What reads a clipboard is much code, and nothing that typing needs. A failed try is followed by another. */
async function loadConversion(): Promise<void> {
  conversion ??= await import('./insert-pasted.ts')
}

const $take =
  (type: PastedType): ImportMimeTypeFunction =>
  (text, selection, next, data) => {
    if (conversion) return conversion.$insertPasted[type](text, selection, next, data)
    // A drop brings a selection of its own.
    if (selection !== $getSelection()) $setSelection(selection)
    $insertWhenLoaded(data)
    return true
  }

/** A clipboard can be read during its event only, so that what is on it is copied first. */
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

/**
 * Content of our own as it was, HTML and plain text by our own rules: none of it goes on to Lexical’s own reading.
 * Each paste is one step of undo.
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
  // Without a connection the next paste tries again.
  register: () => whenIdle(() => void loadConversion().catch(() => undefined)),
})
