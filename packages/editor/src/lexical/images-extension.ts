import {
  ClickAfterLastBlockExtension,
  configExtension,
  defineExtension,
  NodeSelectionDataSelectedExtension,
} from '@lexical/extension'
import {
  $createParagraphNode,
  $getNearestNodeFromDOMNode,
  $getRoot,
  $getSelection,
  $isNodeSelection,
  CLICK_COMMAND,
  COMMAND_PRIORITY_CRITICAL,
  COMMAND_PRIORITY_LOW,
  isHTMLElement,
  KEY_DOWN_COMMAND,
  KEY_ENTER_COMMAND,
  mergeRegister,
} from 'lexical'
import { BlockImagesExtension } from './block-images.ts'
import { ImageNode } from './image-node.tsx'
import { $selectNode } from './select-node.ts'
import { ImageUploadsExtension } from './uploads/image-uploads-extension.ts'
import { UploadingImageNode } from './uploads/uploading-image-node.tsx'

/** Images as blocks that can be selected as a whole: a click does, and so do the arrow keys that lead onto one. */
export const ImagesExtension = /* @__PURE__ */ defineExtension({
  name: '@nightdesk/editor/images',
  nodes: [ImageNode],
  dependencies: [
    BlockImagesExtension,
    ImageUploadsExtension,
    // Below an image that ends the text there is nothing to click on.
    ClickAfterLastBlockExtension,
    /* @__PURE__ */ configExtension(NodeSelectionDataSelectedExtension, {
      nodes: [ImageNode, UploadingImageNode],
    }),
  ],
  register: (editor) =>
    mergeRegister(
      editor.registerCommand(CLICK_COMMAND, $selectClicked, COMMAND_PRIORITY_LOW),
      editor.registerCommand(KEY_ENTER_COMMAND, $writeBelow, COMMAND_PRIORITY_LOW),
      editor.registerCommand(KEY_DOWN_COMMAND, $leaveForEdge, COMMAND_PRIORITY_LOW),
      editor.registerCommand(KEY_DOWN_COMMAND, isPress, COMMAND_PRIORITY_CRITICAL),
    ),
})

function $selectClicked({ target }: MouseEvent): boolean {
  if (!isHTMLElement(target) || target.tagName !== 'IMG') return false
  const node = $getNearestNodeFromDOMNode(target)
  if (!node) return false
  $selectNode(node)
  return true
}

/** The keys that press a button which stands in the text are no writing. */
const isPress = ({ key, target }: KeyboardEvent) =>
  (key === 'Enter' || key === ' ') && isHTMLElement(target) && target.tagName === 'BUTTON'

/** Enter on a selected block begins a paragraph below it. */
function $writeBelow(event: KeyboardEvent | null): boolean {
  const selection = $getSelection()
  const last = $isNodeSelection(selection) ? selection.getNodes().at(-1) : undefined
  if (!last || last.isInline()) return false
  event?.preventDefault()
  last.insertAfter($createParagraphNode()).selectStart()
  return true
}

/** The keys to the beginning and the end of the text: without a caret, the browser has nothing to move. */
function $leaveForEdge(event: KeyboardEvent): boolean {
  const isEdge = (event.ctrlKey || event.metaKey) && (event.key === 'Home' || event.key === 'End')
  if (!isEdge || !$isNodeSelection($getSelection())) return false
  event.preventDefault()
  if (event.key === 'Home') $getRoot().selectStart()
  else $getRoot().selectEnd()
  return true
}
