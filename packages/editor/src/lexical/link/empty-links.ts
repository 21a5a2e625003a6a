import { configExtension, defineExtension, NormalizeInlineElementsExtension } from '@lexical/extension'
import { LinkNode } from '@lexical/link'

/** Removes links whose text was deleted. Lexical’s own rule would remove unknown inlines without text as well. */
export const EmptyLinksExtension = /* @__PURE__ */ defineExtension({
  name: '@nightdesk/editor/empty-links',
  dependencies: [/* @__PURE__ */ configExtension(NormalizeInlineElementsExtension, { disabled: true })],
  register: (editor) =>
    editor.registerNodeTransform(LinkNode, (link) => {
      if (link.isEmpty()) link.remove()
    }),
})
