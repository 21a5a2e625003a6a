import { CodeHighlightNode, CodeNode } from '@lexical/code-core'
import { defineExtension, namedSignals } from '@lexical/extension'
import { LinkNode, registerLink } from '@lexical/link'
import { ListItemNode, ListNode, registerList } from '@lexical/list'
import { HeadingNode, QuoteNode, registerRichText } from '@lexical/rich-text'
import { isSafeUrl } from '@nightdesk/contracts'
import { mergeRegister } from 'lexical'

/**
 * Headings, quotes, lists, code and links by Lexical’s own rules, without Lexical’s own extensions for them: those also
 * bring the rules by which it reads HTML. Here `paste.ts` reads all HTML, and the editor is a tenth lighter without.
 */
export const TextBlocksExtension = /* @__PURE__ */ defineExtension({
  name: '@nightdesk/editor/text-blocks',
  nodes: [HeadingNode, QuoteNode, ListNode, ListItemNode, CodeNode, CodeHighlightNode, LinkNode],
  register: (editor) =>
    mergeRegister(
      registerRichText(editor),
      registerList(editor),
      registerLink(editor, namedSignals({ validateUrl: isSafeUrl, attributes: undefined })),
    ),
})
