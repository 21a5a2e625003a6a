import { defineExtension } from '@lexical/extension'
import { COMMAND_PRIORITY_CRITICAL, COMMAND_PRIORITY_EDITOR, mergeRegister, PASTE_COMMAND } from 'lexical'
import { type ImageFiles, INSERT_IMAGES_COMMAND } from './commands.ts'
import { transferredFiles } from './transferred-files.ts'
import { UploadingImageNode } from './uploading-image-node.tsx'

/** Takes image files before the code of uploads is loaded, see `image-uploads.tsx`, and pasted files at any time. */
export const ImageFilesExtension = /* @__PURE__ */ defineExtension({
  name: '@nightdesk/editor/image-files',
  nodes: [UploadingImageNode],
  build: () => ({ waiting: [] as ImageFiles[] }),
  register: (editor, _config, state) =>
    mergeRegister(
      editor.registerCommand(
        INSERT_IMAGES_COMMAND,
        (files) => state.getOutput().waiting.push(files) > 0,
        COMMAND_PRIORITY_EDITOR,
      ),
      editor.registerCommand(
        PASTE_COMMAND,
        (event) => {
          if (!('clipboardData' in event) || isField(event.target)) return false
          const files = transferredFiles(event.clipboardData)
          if (files.length === 0) return false
          event.preventDefault()
          return editor.dispatchCommand(INSERT_IMAGES_COMMAND, { files })
        },
        COMMAND_PRIORITY_CRITICAL,
      ),
    ),
})

/** Whether an event is of a field within the text, such as the description of an image, which handles its own keys. */
export const isField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
