import { $createCodeNode, $isCodeNode, CodeNode } from '@lexical/code-core'
import { $createLinkNode, $isLinkNode } from '@lexical/link'
import { $isListItemNode, $isListNode } from '@lexical/list'
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
import { $findMatchingParent } from '@lexical/utils'
import { isSafeUrl } from '@nightdesk/contracts'
import {
  $addUpdateTag,
  $createParagraphNode,
  $getNodeByKey,
  $getSelection,
  $isElementNode,
  $isLineBreakNode,
  $isParagraphNode,
  $isRangeSelection,
  $isTextNode,
  COMMAND_PRIORITY_CRITICAL,
  COMMAND_PRIORITY_HIGH,
  COMMAND_PRIORITY_LOW,
  DELETE_CHARACTER_COMMAND,
  type ElementNode,
  HISTORIC_TAG,
  HISTORY_PUSH_TAG,
  KEY_ENTER_COMMAND,
  type LexicalEditor,
  type LexicalNode,
  mergeRegister,
  type NodeKey,
  PASTE_TAG,
  type TextNode,
} from 'lexical'
import { TYPED_ADDRESS, withoutEnding } from '../../text/address.ts'
import { setPunctuation } from '../../text/punctuation.ts'
import { $caret } from '../block-text.ts'
import { readUrl } from '../commands.ts'
import { $createSceneBreak, $isFootnote } from '../nodes.ts'

/** Tag of an update that replays a character that was typed earlier. */
export const REPLAY_TAG = 'nightdesk-replay'

/** Tag of an update that restores typed text, which must not be replaced again. */
const REVERT_TAG = 'nightdesk-revert'

const IGNORED = [HISTORIC_TAG, PASTE_TAG, REVERT_TAG]

/** Handles a place in a text node: after a typed character, or the caret. */
type AtPlace = (node: TextNode, offset: number) => unknown

/** Calls back, in a separate update, when the end of the typed text matches, of which two characters are looked at. */
function onTyped(editor: LexicalEditor, end: RegExp, $run: AtPlace): () => void {
  return editor.registerUpdateListener(({ editorState, prevEditorState, dirtyLeaves, tags }) => {
    if (IGNORED.some((tag) => tags.has(tag)) || editor.isComposing()) return
    const selection = editorState.read($getSelection)
    const before = prevEditorState.read($getSelection)
    if (!$isRangeSelection(selection) || !selection.isCollapsed() || !$isRangeSelection(before)) return
    const { key, offset } = selection.anchor
    const node = editorState._nodeMap.get(key)
    if (!dirtyLeaves.has(key) || !$isTextNode(node) || offset === 0) return
    const text = node.__text
    if (!end.test(text.slice(Math.max(0, offset - 2), offset))) return
    const known = prevEditorState._nodeMap.get(key)
    // Text that grew by more than one character was not typed.
    const grown = text.length - ($isTextNode(known) ? known.__text.length : 0)
    if (grown !== 1 && before.isCollapsed() && !tags.has(REPLAY_TAG)) return
    editor.update(() => {
      const latest = $getNodeByKey(key)
      if ($isTextNode(latest) && latest.getTextContent() === text) $run(latest, offset)
    })
  })
}

/** Calls back with the caret before Enter ends the line, so that the line end is a separate step of undo. */
function beforeEnter(editor: LexicalEditor, $run: AtPlace): () => void {
  return editor.registerCommand(
    KEY_ENTER_COMMAND,
    () => {
      const caret = $caret()
      if (!caret) return false
      const { key, offset } = caret
      editor.update(() => {
        const node = $getNodeByKey(key)
        if ($isTextNode(node)) $run(node, offset)
      })
      return false
    },
    COMMAND_PRIORITY_CRITICAL,
  )
}

/** Characters before the caret that determine the replacement: a long speech may end with a dash. */
const CONTEXT = 5_000

/** A replacement that Backspace reverts if nothing else has been done since. */
interface Reversible {
  key: NodeKey
  /** The offset after the replacement. */
  offset: number
  set: string
  typed: string
}

/**
 * Replaces straight quotes, hyphens and dots while typing, but not in code. A later key may decide an earlier quote. Each
 * replacement is a separate step: undo restores the typed text, and so does Backspace directly after a dash or an ellipsis.
 */
export function punctuate(editor: LexicalEditor): () => void {
  let reversible: Reversible | undefined
  const $replaceTyped = (node: TextNode, offset: number, lineEnd = '') => {
    if (node.hasFormat('code') || $findMatchingParent(node, $isCodeNode)) return
    const replacement = setPunctuation($lineBefore(node, offset) + lineEnd)
    if (!replacement || replacement.length > offset) return
    const start = offset - replacement.length
    const typed = node.getTextContent().slice(start, offset)
    $addUpdateTag(HISTORY_PUSH_TAG)
    $splice(node, start, replacement.length, replacement.text)
    const isLonger = typed.length > 1 && replacement.text.length === 1
    reversible = isLonger
      ? { key: node.getKey(), offset: start + 1, set: replacement.text, typed }
      : undefined
  }
  const $revert = (isBackward: boolean) => {
    const caret = $caret()
    if (!reversible || !isBackward || !caret) return false
    const { key, offset, set, typed } = reversible
    const node = $getNodeByKey(key)
    reversible = undefined
    const isThere = $isTextNode(node) && node.getTextContent().slice(offset - set.length, offset) === set
    if (!isThere || caret.key !== key || caret.offset !== offset) return false
    for (const tag of [HISTORY_PUSH_TAG, REVERT_TAG]) $addUpdateTag(tag)
    $splice(node, offset - set.length, set.length, typed)
    return true
  }
  return mergeRegister(
    // A letter decides only right after another sign.
    onTyped(editor, /[^\p{L}]/u, $replaceTyped),
    beforeEnter(editor, (node, offset) => $replaceTyped(node, offset, '\n')),
    editor.registerCommand(DELETE_CHARACTER_COMMAND, $revert, COMMAND_PRIORITY_HIGH),
  )
}

function $splice(node: TextNode, start: number, length: number, text: string): void {
  node.spliceText(start, length, text).select(start + text.length, start + text.length)
}

/** The text of the line up to an offset, across links and marks. */
function $lineBefore(node: TextNode, offset: number): string {
  let text = node.getTextContent().slice(Math.max(0, offset - CONTEXT), offset)
  for (let one = $before(node); one && text.length < CONTEXT; one = $before(one)) {
    if ($isLineBreakNode(one)) break
    text = one.getTextContent() + text
  }
  return text
}

/** The previous node within the same block. */
function $before(node: LexicalNode): LexicalNode | null {
  const parent = node.getParent()
  return node.getPreviousSibling() ?? (parent?.isInline() ? $before(parent) : null)
}

const LONGEST = 2_000

/** Links a URL when a space or Enter is typed after it, as a separate step: undo restores the text. */
export function linkUrls(editor: LexicalEditor): () => void {
  return mergeRegister(
    onTyped(editor, /\s$/, (node, offset) => $linkBefore(node, offset - 1)),
    beforeEnter(editor, $linkBefore),
  )
}

/** @returns whether a URL before the offset was linked */
function $linkBefore(node: TextNode, end: number): boolean {
  if (node.hasFormat('code') || $findMatchingParent(node, (one) => $isCodeNode(one) || $isLinkNode(one)))
    return false
  const before = node.getTextContent().slice(Math.max(0, end - LONGEST), end)
  const found = TYPED_ADDRESS.exec(before)?.[0] ?? ''
  const text = withoutEnding(found)
  const url = readUrl(text)
  if (!url) return false
  $addUpdateTag(HISTORY_PUSH_TAG)
  const start = end - found.length
  const [first, second] = node.splitText(start, start + text.length)
  const linked = start === 0 ? first : second
  if (!linked) return false
  const link = $createLinkNode(url)
  linked.replace(link)
  link.append(linked)
  return true
}

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

/** Underscores after a curly quote, a dash or another sign beyond ASCII, which Lexical takes for a letter. */
const UNDERSCORES: TextMatchTransformer = {
  type: 'text-match',
  dependencies: [],
  trigger: '_',
  regExp: /(?<=[^\p{L}\p{N}\s!-~])(_{1,3})(?![_\s])([^_]*[^_\s])\1$/u,
  replace(node, [, sign = '', text = '']) {
    const format = node.getFormat()
    node.setTextContent(text)
    if (sign !== '__') node.toggleFormat('italic')
    if (sign !== '_') node.toggleFormat('bold')
    // What is typed next is as before.
    node.select().setFormat(format)
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
  UNDERSCORES,
  SAFE_LINK,
]

/** Signs that writers type on a line between two scenes. Of three hyphens, the first two have already become a dash. */
const TYPED = /^(?:---|—-|\*\*\*|\* \* \*|- - -|#|⁂)$/
/** The rest of `* * *` or `- - -`, whose first sign has made the line a list. */
const TYPED_IN_LIST = /^(?:\* \*|- -)$/

/** Enter after the sign of a scene break replaces it by a scene break, and moves the caret below. */
export function typeSceneBreaks(editor: LexicalEditor): () => void {
  return editor.registerCommand(
    KEY_ENTER_COMMAND,
    (event) => {
      const block = event?.shiftKey ? null : $blockOfSign()
      if (!block) return false
      event?.preventDefault()
      const next = $createParagraphNode()
      block.replace($createSceneBreak()).insertAfter(next)
      next.selectStart()
      return true
    },
    COMMAND_PRIORITY_LOW,
  )
}

/** The block that contains only the sign, with the caret at its end. */
function $blockOfSign(): ElementNode | null {
  const caret = $caret()
  const block = caret?.getNode().getTopLevelElement()
  if (!$isElementNode(block) || caret?.offset !== caret?.getNode().getTextContentSize()) return null
  const text = block.getTextContent().trim()
  if ($isParagraphNode(block)) return TYPED.test(text) ? block : null
  const isAlone =
    $isListNode(block) && block.getChildrenSize() === 1 && $isListItemNode(block.getFirstChild())
  return isAlone && TYPED_IN_LIST.test(text) ? block : null
}
