import { configExtension, defineExtension, NodeSelectionDataSelectedExtension } from '@lexical/extension'
import {
  $createParagraphNode,
  $getNearestNodeFromDOMNode,
  $getSelection,
  $isNodeSelection,
  CLICK_COMMAND,
  COMMAND_PRIORITY_CRITICAL,
  COMMAND_PRIORITY_LOW,
  COPY_COMMAND,
  CUT_COMMAND,
  DRAGSTART_COMMAND,
  isHTMLElement,
  KEY_DOWN_COMMAND,
  KEY_ENTER_COMMAND,
  type LexicalCommand,
  type LexicalEditor,
  mergeRegister,
  PASTE_COMMAND,
} from 'lexical'
import { holdCommand, INSERT_IMAGES_COMMAND } from '../commands.ts'
import { $selectNode, SceneBreakNode } from '../nodes.ts'
import { ImageNode } from './image-node.tsx'
import { transferredFiles } from './transferred-files.ts'
import { UploadingImageNode } from './uploading-image-node.tsx'

/** Images and scene breaks are selected as a whole, by a click or by the arrow keys. Pasted files are inserted as images. */
export const ImagesExtension = /* @__PURE__ */ defineExtension({
  name: '@nightdesk/editor/images',
  nodes: [ImageNode, SceneBreakNode, UploadingImageNode],
  dependencies: [
    /* @__PURE__ */ configExtension(NodeSelectionDataSelectedExtension, {
      nodes: [ImageNode, SceneBreakNode, UploadingImageNode],
    }),
  ],
  register: (editor) =>
    mergeRegister(
      holdCommand(editor, INSERT_IMAGES_COMMAND),
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
      editor.registerCommand(CLICK_COMMAND, $selectClicked, COMMAND_PRIORITY_LOW),
      editor.registerCommand(KEY_ENTER_COMMAND, $writeBelow, COMMAND_PRIORITY_LOW),
      editor.registerCommand(KEY_DOWN_COMMAND, $typeBelow, COMMAND_PRIORITY_LOW),
      editor.registerCommand(KEY_DOWN_COMMAND, isElsewhere, COMMAND_PRIORITY_CRITICAL),
      leaveToFields(editor, COPY_COMMAND),
      leaveToFields(editor, CUT_COMMAND),
      leaveToFields(editor, DRAGSTART_COMMAND),
    ),
})

/** In a field, these concern its words. Lexical would copy and remove what is selected in the text. */
const leaveToFields = <T>(editor: LexicalEditor, command: LexicalCommand<T>) =>
  editor.registerCommand(
    command,
    (event) => event instanceof Event && isField(event.target),
    COMMAND_PRIORITY_CRITICAL,
  )

function $selectClicked({ target }: MouseEvent): boolean {
  if (!isHTMLElement(target) || !/^(?:IMG|HR)$/.test(target.tagName)) return false
  const node = $getNearestNodeFromDOMNode(target)
  if (!node) return false
  $selectNode(node)
  return true
}

/** Keys in a field within the text are left to the field, and keys that press a button to the button. */
const isElsewhere = ({ key, target }: KeyboardEvent) =>
  isField(target) ||
  ((key === 'Enter' || key === ' ') && isHTMLElement(target) && target.tagName === 'BUTTON')

/** Enter on a selected block begins a paragraph below it. */
function $writeBelow(event: KeyboardEvent | null): boolean {
  if (!$selectBelow()) return false
  event?.preventDefault()
  return true
}

/** So does a letter, which is then typed there: without a caret, browsers would insert the letters in reverse order. */
function $typeBelow({ key, ctrlKey, metaKey, isComposing }: KeyboardEvent): boolean {
  const isLetter = [...key].length === 1 || isComposing || WRITING_KEYS.includes(key)
  if (isLetter && !ctrlKey && !metaKey) $selectBelow()
  return false
}

/** The key values of on-screen keyboards, input methods and dead keys. */
const WRITING_KEYS = ['Unidentified', 'Process', 'Dead']

function $selectBelow(): boolean {
  const selection = $getSelection()
  const last = $isNodeSelection(selection) ? selection.getNodes().at(-1) : undefined
  if (!last || last.isInline()) return false
  last.insertAfter($createParagraphNode()).selectStart()
  return true
}

/** Whether an event is of a field within the text, such as the description of an image, which handles its own keys. */
const isField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
