import {
  $getState,
  $setState,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  SKIP_DOM_SELECTION_TAG,
  SKIP_SCROLL_INTO_VIEW_TAG,
} from 'lexical'
import { $selectNode } from '../blocks/select-node.ts'
import type { ImageNode } from '../images/image-node.tsx'
import { slateState } from '../state.ts'
import type { StoredImage } from '../uploads/upload-queue.ts'
import { $imagesAt } from './outside-urls.ts'

/**
 * Replaces images by their copies wherever they still are in the text, as one step of undo. Selection and scroll position
 * do not change, unless the focus is in the controls of a replaced image: then that image is selected.
 */
export function replaceImages(editor: LexicalEditor, copies: ReadonlyMap<string, StoredImage>): void {
  if (copies.size === 0) return
  const root = editor.getRootElement()
  const controls = document.activeElement?.closest('.editor-copy')
  const hasFocusedControls = (image: ImageNode) =>
    editor.getElementByKey(image.getKey())?.contains(controls ?? null)
  const focusedImage = editor.read(() => [...copies.keys()].flatMap($imagesAt).find(hasFocusedControls))
  if (focusedImage) root?.focus({ preventScroll: true })
  const isElsewhere = document.activeElement !== root
  editor.update(
    () => {
      for (const [url, copy] of copies) for (const image of $imagesAt(url)) $show(image, copy)
      if (focusedImage) $selectNode(focusedImage)
    },
    { tag: [HISTORY_PUSH_TAG, SKIP_SCROLL_INTO_VIEW_TAG, ...(isElsewhere ? [SKIP_DOM_SELECTION_TAG] : [])] },
  )
}

/** Replaces the source of an image; its description and other keys stay. */
function $show(image: ImageNode, { filename, width, height }: StoredImage): void {
  const { url: _, ...keys } = $getState(image, slateState) ?? {}
  $setState(image, slateState, { ...keys, filename, width, height })
}
