import { CodeHighlightNode, CodeNode } from '@lexical/code-core'
import { defineExtension, namedSignals } from '@lexical/extension'
import { LinkNode, registerLink } from '@lexical/link'
import { ListItemNode, ListNode, registerList } from '@lexical/list'
import { HeadingNode, QuoteNode, registerRichText } from '@lexical/rich-text'
import { isSafeUrl } from '@nightdesk/contracts'
import { mergeRegister } from 'lexical'

/**
 * Headings, quotes, lists, code and links of Lexical, without Lexical’s extensions for them: those include its import of
 * HTML. Here `paste.ts` converts all HTML, and without that code the editor is a tenth smaller.
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
