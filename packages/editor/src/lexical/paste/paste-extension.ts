import {
  $insertDataTransferForRichText,
  ClipboardImportExtension,
  type ImportMimeTypeFunction,
} from '@lexical/clipboard'
import { configExtension, defineExtension } from '@lexical/extension'
import { $getEditor, $getRoot, $getSelection, $setSelection, PASTE_TAG } from 'lexical'
import { NoticeExtension, showNotice } from '../notice.ts'
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
    () => showNotice(editor, { message: NOT_LOADED }),
  )
}

/**
 * Replaces Lexical’s import for all types: copied content of this editor is unchanged, HTML and plain text are converted by
 * `paste.ts`. Each paste is one step of undo.
 */
export const PasteExtension = /* @__PURE__ */ defineExtension({
  name: '@nightdesk/editor/paste',
  dependencies: [
    NoticeExtension,
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
