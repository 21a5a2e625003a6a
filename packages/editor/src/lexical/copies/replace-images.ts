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
 * Shows stored images wherever the text still shows those they are copies of, as one step that can be undone. A
 * writer who is elsewhere notices nothing; one who waits at an offer that goes away is led to its image.
 */
export function replaceImages(editor: LexicalEditor, copies: ReadonlyMap<string, StoredImage>): void {
  if (copies.size === 0) return
  const root = editor.getRootElement()
  const offer = document.activeElement?.closest('.editor-copy')
  const isWaitedAt = (image: ImageNode) => editor.getElementByKey(image.getKey())?.contains(offer ?? null)
  const waitedAt = editor.read(() => [...copies.keys()].flatMap($imagesAt).find(isWaitedAt))
  if (waitedAt) root?.focus({ preventScroll: true })
  const isElsewhere = document.activeElement !== root
  editor.update(
    () => {
      for (const [url, copy] of copies) for (const image of $imagesAt(url)) $show(image, copy)
      if (waitedAt) $selectNode(waitedAt)
    },
    { tag: [HISTORY_PUSH_TAG, SKIP_SCROLL_INTO_VIEW_TAG, ...(isElsewhere ? [SKIP_DOM_SELECTION_TAG] : [])] },
  )
}

/** Its description and whatever else is known of the image stay. */
function $show(image: ImageNode, { filename, width, height }: StoredImage): void {
  const { url: _, ...keys } = $getState(image, slateState) ?? {}
  $setState(image, slateState, { ...keys, filename, width, height })
}
