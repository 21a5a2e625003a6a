import { $createCodeNode, $isCodeNode, CodeNode } from '@lexical/code-core'
import {
  BOLD_ITALIC_STAR,
  BOLD_ITALIC_UNDERSCORE,
  BOLD_STAR,
  BOLD_UNDERSCORE,
  type ElementTransformer,
  HEADING,
  INLINE_CODE,
  ITALIC_STAR,
  ITALIC_UNDERSCORE,
  LINK,
  ORDERED_LIST,
  QUOTE,
  STRIKETHROUGH,
  type TextMatchTransformer,
  type Transformer,
  UNORDERED_LIST,
} from '@lexical/markdown'
import { isSafeUrl } from '@nightdesk/contracts'
import { $isFootnote } from '../footnotes/footnote-nodes.ts'

/** ``` and an optional language, then a space or Enter. */
const CODE_FENCE: ElementTransformer = {
  type: 'element',
  dependencies: [CodeNode],
  regExp: /^```([\w+-]*)(?:\s|$)/,
  triggerOnEnter: true,
  export: () => null,
  replace: (parent, children, match) => {
    if ($isCodeNode(parent)) return false
    const code = $createCodeNode(match[1] || null).append(...children)
    parent.replace(code)
    code.selectStart()
  },
}

/** At most two digits, because a year may begin a sentence. */
const SHORT_ORDERED_LIST: ElementTransformer = { ...ORDERED_LIST, regExp: /^(\s*)(\d{1,2})\.\s/ }

/** Lexical’s rule, but an unsafe URL stays text. */
const SAFE_LINK: TextMatchTransformer = {
  ...LINK,
  replace(node, match) {
    if (isSafeUrl(match[2] ?? match[3] ?? '')) LINK.replace?.(node, match)
  },
}

/** A footnote stays a footnote: a sign at its start is text. */
const inBody = (transformer: ElementTransformer): ElementTransformer => ({
  ...transformer,
  replace: (parent, ...args) => ($isFootnote(parent) ? false : transformer.replace(parent, ...args)),
})

/** The order matters: `***` and `**` come before their prefix `*`. */
export const MARKDOWN_TRANSFORMERS: Transformer[] = [
  ...[HEADING, QUOTE, UNORDERED_LIST, SHORT_ORDERED_LIST, CODE_FENCE].map(inBody),
  INLINE_CODE,
  BOLD_ITALIC_STAR,
  BOLD_ITALIC_UNDERSCORE,
  BOLD_STAR,
  BOLD_UNDERSCORE,
  ITALIC_STAR,
  ITALIC_UNDERSCORE,
  STRIKETHROUGH,
  SAFE_LINK,
]
