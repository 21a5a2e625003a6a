import { defineExtension } from '@lexical/extension'
import { $isElementNode, $isRootOrShadowRoot, $splitNode, type ElementNode } from 'lexical'
import { ImageNode } from './image-node.tsx'

/** "Image is a void block": one that was pasted within a line parts the line and stands between the halves. */
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

/** Whether nothing is left in an element but, at most, one empty element in another. */
export function isEffectivelyEmpty(element: ElementNode): boolean {
  const first = element.getFirstDescendant()
  return first === null || ($isElementNode(first) && first === element.getLastDescendant())
}
