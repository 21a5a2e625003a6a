import { AriaLiveRegionExtension } from '@lexical/a11y'
import { defineExtension } from '@lexical/extension'
import {
  COMMAND_PRIORITY_CRITICAL,
  COMMAND_PRIORITY_EDITOR,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  mergeRegister,
  PASTE_COMMAND,
} from 'lexical'
import { type ImageFiles, INSERT_IMAGES_COMMAND } from './commands.ts'
import { $insertAtIndex, $insertAtSelection } from './insert-images.ts'
import { trackPlaceholders } from './placeholders.ts'
import { transferredFiles } from './transferred-files.ts'
import type { Upload } from './upload-queue.ts'
import { UploadQueueExtension } from './upload-queue-extension.ts'
import { $createUploadingImageNode, UploadingImageNode } from './uploading-image-node.tsx'

/** Uploads of images: placeholders in the text are replaced by images when the files are stored. */
export const ImageUploadsExtension = /* @__PURE__ */ defineExtension({
  name: '@nightdesk/editor/image-uploads',
  nodes: [UploadingImageNode],
  dependencies: [AriaLiveRegionExtension, UploadQueueExtension],
  register: (editor, _config, state) => {
    const { announce } = state.getDependency(AriaLiveRegionExtension).output
    const queue = state.getDependency(UploadQueueExtension).output
    const insert = ({ files, index }: ImageFiles) => {
      const uploads = queue.add(files)
      if (uploads.length === 0) return true
      insertPlaceholders(editor, uploads, index)
      announce(describeStart(uploads))
      return true
    }
    return mergeRegister(
      trackPlaceholders(editor, queue),
      editor.registerCommand(INSERT_IMAGES_COMMAND, insert, COMMAND_PRIORITY_EDITOR),
      editor.registerCommand(
        PASTE_COMMAND,
        (event) => {
          if (!('clipboardData' in event) || isField(event.target)) return false
          const files = transferredFiles(event.clipboardData)
          if (files.length === 0) return false
          event.preventDefault()
          return insert({ files })
        },
        COMMAND_PRIORITY_CRITICAL,
      ),
    )
  },
})

function insertPlaceholders(editor: LexicalEditor, uploads: readonly Upload[], index?: number): void {
  editor.update(
    () => {
      const nodes = uploads.map(({ id }) => $createUploadingImageNode(id))
      if (index === undefined) $insertAtSelection(nodes)
      else $insertAtIndex(nodes, index)
    },
    { tag: HISTORY_PUSH_TAG },
  )
}

const describeStart = (uploads: readonly Upload[]) =>
  uploads.length === 1 ? `Uploading ${uploads[0]?.file.name}` : `Uploading ${uploads.length} images`

/** Fields within the text, such as the description of an image, handle their own paste. */
const isField = (target: EventTarget | null) => target instanceof HTMLInputElement
