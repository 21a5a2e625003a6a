import { $createCodeNode, $isCodeNode, CodeNode } from '@lexical/code-core'
import {
  BOLD_ITALIC_STAR,
  BOLD_STAR,
  type ElementTransformer,
  HEADING,
  INLINE_CODE,
  ITALIC_STAR,
  LINK,
  ORDERED_LIST,
  QUOTE,
  STRIKETHROUGH,
  type TextMatchTransformer,
  type Transformer,
  UNORDERED_LIST,
} from '@lexical/markdown'
import { isSafeUrl } from '@nightdesk/contracts'
import { $createParagraphNode, $createTextNode, $isParagraphNode } from 'lexical'

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

/** "---" or "***" alone and Enter: the break between two scenes, which is a paragraph of three stars. */
const SCENE_BREAK: ElementTransformer = {
  type: 'element',
  dependencies: [],
  // The first two of three hyphens have become a dash by then.
  regExp: /^(?:---|—-|\*\*\*)$/,
  triggerOnEnter: true,
  export: () => null,
  replace: (parent) => {
    if (!$isParagraphNode(parent)) return false
    const next = $createParagraphNode()
    parent.insertBefore($createParagraphNode().append($createTextNode('***')))
    parent.replace(next)
    next.selectStart()
  },
}

/** Lexical’s rule, but for URLs that may not be linked to: they stay what they are, text. */
const SAFE_LINK: TextMatchTransformer = {
  ...LINK,
  replace(node, match) {
    if (isSafeUrl(match[2] ?? match[3] ?? '')) LINK.replace?.(node, match)
  },
}

/** What is typed is not what is set: a dash for two hyphens, an ellipsis for three points. Not behind a lone ` either. */
const typographic = (trigger: string, regExp: RegExp, text: string): TextMatchTransformer => ({
  type: 'text-match',
  dependencies: [],
  trigger,
  regExp,
  replace: (node) => {
    node.setTextContent(text)
    node.select()
  },
})

/** In this order: a longer mark before the shorter one that it begins with. */
export const MARKDOWN: Transformer[] = [
  HEADING,
  QUOTE,
  UNORDERED_LIST,
  ORDERED_LIST,
  CODE_FENCE,
  SCENE_BREAK,
  INLINE_CODE,
  BOLD_ITALIC_STAR,
  BOLD_STAR,
  ITALIC_STAR,
  STRIKETHROUGH,
  SAFE_LINK,
  typographic('-', /(?<=^(?:[^`]*`[^`]*`)*[^`]*)(?<!-)--$/, '—'),
  typographic('.', /(?<=^(?:[^`]*`[^`]*`)*[^`]*)(?<!\.)\.\.\.$/, '…'),
]
