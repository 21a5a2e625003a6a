import { defineExtension } from '@lexical/extension'
import { LinkNode } from '@lexical/link'

/** Removes links whose text was deleted. */
export const EmptyLinksExtension = /* @__PURE__ */ defineExtension({
  name: '@nightdesk/editor/empty-links',
  register: (editor) =>
    editor.registerNodeTransform(LinkNode, (link) => {
      if (link.isEmpty()) link.remove()
    }),
})
