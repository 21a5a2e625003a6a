import { $createCodeNode, $isCodeNode } from '@lexical/code-core'
import { $isListNode, INSERT_ORDERED_LIST_COMMAND, INSERT_UNORDERED_LIST_COMMAND } from '@lexical/list'
import {
  $createHeadingNode,
  $createQuoteNode,
  $isHeadingNode,
  $isQuoteNode,
  type HeadingTagType,
  type QuoteNode,
} from '@lexical/rich-text'
import { $setBlocksType } from '@lexical/selection'
import type { BlockType, Heading } from '@nightdesk/contracts'
import {
  $createParagraphNode,
  $getSelection,
  $isDecoratorNode,
  $isRangeSelection,
  $isRootOrShadowRoot,
  $isTextNode,
  type ElementNode,
  type LexicalCommand,
  type LexicalEditor,
  type LexicalNode,
} from 'lexical'
import { $nodeAround } from './block-text.ts'
import { CHOOSE_IMAGES_COMMAND, dispatch, INSERT_FOOTNOTE_COMMAND } from './commands.ts'
import type { IconName } from './icon.tsx'
import { $createSceneBreak, $isFootnote, $keepOutOfFootnotes, isEffectivelyEmpty } from './nodes.ts'

/** Types that a writer does not choose: parts of other blocks, inline elements, and an older name of code blocks. */
type PartType = 'list-item' | 'code-line' | 'link' | 'footnote-reference' | 'code'

/** What a writer can make: a block type, or a scene break, which is stored as a paragraph. */
export type BlockKind = Exclude<BlockType, PartType> | 'scene-break'

/** How a kind of block is shown, made and recognised. */
export interface BlockDefinition {
  /** On the toolbar, in the slash menu and in announcements to screen readers. */
  name: string
  icon: IconName
  /** The Markdown that makes it while typing, shown in the slash menu. */
  hint?: string
  /** Words that find it in the slash menu, besides those of its name. */
  keywords: string
  /** Turns the selected blocks into this kind, or inserts one at the caret. */
  make(editor: LexicalEditor): void
  /** Recognises the block around the caret; without it, the block has no text of its own. */
  $is?(node: LexicalNode): boolean
  /** Whether it stays what it is: other blocks are not turned into it, nor it into others. */
  isFixed?: true
}

/** Every kind of block, in the order of the toolbar. */
export const BLOCK_KINDS: Readonly<Record<BlockKind, BlockDefinition>> = {
  // The kind of every block that no other row recognises.
  paragraph: {
    name: 'Text',
    icon: 'text',
    keywords: 'paragraph plain',
    make: (editor) => makeBlocks(editor, $createParagraphNode),
  },
  'heading-one': heading(1, 'heading-one', 'title h1'),
  'heading-two': heading(2, 'heading-two', 'section h2'),
  'heading-three': heading(3, 'heading-three', 'h3'),
  'heading-four': heading(4, 'heading-four', 'h4'),
  'heading-five': heading(5, 'heading-five', 'h5'),
  'heading-six': heading(6, 'heading-six', 'h6'),
  'block-quote': {
    name: 'Quote',
    icon: 'quote',
    hint: '>',
    keywords: 'citation',
    make: (editor) => makeBlocks(editor, $createQuoteNode),
    $is: $isQuoteNode,
  },
  'bulleted-list': {
    name: 'Bulleted list',
    icon: 'bulleted-list',
    hint: '-',
    keywords: 'unordered points ul',
    make: (editor) => makeList(editor, INSERT_UNORDERED_LIST_COMMAND),
    $is: (node) => $isListNode(node) && node.getListType() !== 'number',
  },
  'numbered-list': {
    name: 'Numbered list',
    icon: 'numbered-list',
    hint: '1.',
    keywords: 'ordered ol',
    make: (editor) => makeList(editor, INSERT_ORDERED_LIST_COMMAND),
    $is: (node) => $isListNode(node) && node.getListType() === 'number',
  },
  'scene-break': {
    name: 'Scene break',
    icon: 'scene-break',
    hint: '***',
    keywords: 'divider line stars rule',
    make: (editor) => editor.update($insertSceneBreak),
  },
  footnote: {
    name: 'Footnote',
    icon: 'footnote',
    keywords: 'note reference endnote',
    make: dispatch(INSERT_FOOTNOTE_COMMAND, undefined),
    $is: $isFootnote,
    isFixed: true,
  },
  image: {
    name: 'Image',
    icon: 'image',
    keywords: 'picture photo upload',
    make: dispatch(CHOOSE_IMAGES_COMMAND, undefined),
  },
  'code-block': {
    name: 'Code block',
    icon: 'code-block',
    hint: '```',
    keywords: 'program snippet pre',
    make: (editor) => editor.update($makeCode),
    $is: $isCodeNode,
  },
}

function heading(level: 1 | 2 | 3 | 4 | 5 | 6, icon: Heading, keywords: string): BlockDefinition {
  const tag: HeadingTagType = `h${level}`
  return {
    name: `Heading ${level}`,
    icon,
    hint: '#'.repeat(level),
    keywords,
    make: (editor) => makeBlocks(editor, () => $createHeadingNode(tag)),
    $is: (node) => $isHeadingNode(node) && node.getTag() === tag,
  }
}

// The keys of an object literal are those of its type.
const KINDS = Object.keys(BLOCK_KINDS) as BlockKind[]

/** The kinds that the toolbar has a button for, in its order. */
export const TOOLBAR_KINDS = KINDS.filter((kind) => BLOCK_KINDS[kind].$is && !BLOCK_KINDS[kind].isFixed)

/** Turns the selected blocks into a kind; if they are of that kind already, into paragraphs. */
export function toggleBlock(editor: LexicalEditor, kind: BlockKind, current: BlockKind): void {
  if (BLOCK_KINDS[current].isFixed) return
  editor.update(() => {
    $keepOutOfFootnotes()
    const made = kind === current ? 'paragraph' : kind
    const quote = made === 'paragraph' && current === 'block-quote' ? $nodeAround($isQuoteOfBlocks) : null
    // Its blocks take its place.
    if (quote) quote.collapseAtStart()
    else BLOCK_KINDS[made].make(editor)
  })
}

/** Whether a node is a quote that holds blocks, which a pasted one may. */
const $isQuoteOfBlocks = (node: LexicalNode): node is QuoteNode => $isQuoteNode(node) && node.isShadowRoot()

/** The kind of the innermost block around a node that a row recognises. */
export function $kindOf(anchor: LexicalNode): BlockKind {
  for (const node of [anchor, ...anchor.getParents()]) {
    const kind = KINDS.find((known) => BLOCK_KINDS[known].$is?.(node))
    if (kind) return kind
  }
  return 'paragraph'
}

/** Replaces each selected block with a block that `$create` returns, and moves its text into it. */
function makeBlocks(editor: LexicalEditor, $create: () => ElementNode): void {
  editor.update(() => $setBlocksType($getSelection(), $create))
}

/** Begins a selection at its first text, as Lexical makes a list of one block where it begins beside a picture. */
function makeList(editor: LexicalEditor, command: LexicalCommand<void>): void {
  editor.update(() => {
    const selection = $getSelection()
    if ($isRangeSelection(selection) && $isRootOrShadowRoot(selection.anchor.getNode())) {
      const isBackward = selection.isBackward()
      const edge = selection
        .getNodes()
        .filter($isTextNode)
        .at(isBackward ? -1 : 0)
      if (edge) selection.anchor.set(edge.getKey(), isBackward ? edge.getTextContentSize() : 0, 'text')
    }
    editor.dispatchCommand(command, undefined)
  })
}

/** Several selected blocks become the lines of one code block; with images or footnotes, which it cannot hold, one each. */
function $makeCode(): void {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return
  if (selection.isCollapsed() || selection.getNodes().some($isDecoratorNode)) {
    $setBlocksType(selection, () => $createCodeNode())
    return
  }
  const text = selection.getTextContent()
  selection.insertNodes([$createCodeNode()])
  const inside = $getSelection()
  if ($isRangeSelection(inside)) inside.insertRawText(text)
}

/** Inserts a scene break below the block with the caret, or in its place if it is empty, and a paragraph below it. */
function $insertSceneBreak(): void {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return
  const block = selection.anchor.getNode().getTopLevelElementOrThrow()
  const sceneBreak = $createSceneBreak()
  const next = $createParagraphNode()
  if (isEffectivelyEmpty(block)) block.replace(sceneBreak)
  else block.insertAfter(sceneBreak)
  sceneBreak.insertAfter(next)
  next.select()
}
