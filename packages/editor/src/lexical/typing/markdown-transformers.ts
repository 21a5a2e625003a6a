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

/** ``` and perhaps a language, then a space or Enter. */
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

/** Up to two digits: a year that begins a sentence is no item of a list. */
const SHORT_ORDERED_LIST: ElementTransformer = { ...ORDERED_LIST, regExp: /^(\s*)(\d{1,2})\.\s/ }

/** Lexical’s rule, but for URLs that may not be linked to: they stay what they are, text. */
const SAFE_LINK: TextMatchTransformer = {
  ...LINK,
  replace(node, match) {
    if (isSafeUrl(match[2] ?? match[3] ?? '')) LINK.replace?.(node, match)
  },
}

/** In this order: a longer mark before the shorter one that it begins with. */
export const MARKDOWN_TRANSFORMERS: Transformer[] = [
  HEADING,
  QUOTE,
  UNORDERED_LIST,
  SHORT_ORDERED_LIST,
  CODE_FENCE,
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
