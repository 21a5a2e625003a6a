import { defineExtension } from '@lexical/extension'
import { $isElementNode, $isRootOrShadowRoot, $splitNode, type ElementNode } from 'lexical'
import { ImageNode } from './image-node.tsx'

/** "Image is a void block": an image that was pasted within a line splits the line. */
export const BlockImagesExtension = /* @__PURE__ */ defineExtension({
  name: '@nightdesk/editor/block-images',
  register: (editor) =>
    editor.registerNodeTransform(ImageNode, (image) => {
      const parent = image.getParent()
      if (image.isInline() || !parent || $isRootOrShadowRoot(parent)) return
      const index = image.getIndexWithinParent()
      image.remove(true)
      const [before, after] = $splitNode(parent, index)
      after.insertBefore(image)
      for (const half of [before, after]) if (half && isEffectivelyEmpty(half)) half.remove()
    }),
})

/** Whether an element contains nothing but a single chain of empty elements. */
export function isEffectivelyEmpty(element: ElementNode): boolean {
  const first = element.getFirstDescendant()
  return first === null || ($isElementNode(first) && first === element.getLastDescendant())
}
