import { $isListItemNode, $isListNode, type ListItemNode } from '@lexical/list'
import type { Block, Node } from '@nightdesk/contracts'
import {
  $caretFromPoint,
  $getRoot,
  $getSelection,
  $getSiblingCaret,
  $insertNodeToNearestRootAtCaret,
  $isBlockElementNode,
  $isElementNode,
  $isParagraphNode,
  $isRangeSelection,
  $isRootOrShadowRoot,
  $isSiblingCaret,
  $isTextNode,
  $isTextPointCaret,
  $splitAtPointCaretNext,
  type ElementNode,
  type LexicalNode,
  type PointCaret,
  type RangeSelection,
} from 'lexical'
import { isFootnote, isFootnoteReference, notesReferredIn } from '../../footnotes.ts'
import type { EdgeBlanks } from '../../paste/lines.ts'
import { asOneLine } from '../../paste/markdown-footnotes.ts'
import { isSceneBreak } from '../../stored-blocks.ts'
import { $nodeAround } from '../block-text.ts'
import { $createNodes } from '../content.ts'
import { newName } from '../footnotes/footnotes.ts'
import { $isFootnote, $nextInBody, $selectEndOf, isEffectivelyEmpty } from '../nodes.ts'

/**
 * Replaces the selection by blocks. A single paragraph is inserted into the line; several blocks split the line, and
 * paragraphs at their ends join its halves. In a list, paragraphs become items. `edges` tells whether blanks separate the
 * blocks from the words beside them. Footnotes are added at the end.
 */
export function $pasteBlocks(pasted: readonly Block[], edges?: EdgeBlanks): void {
  const { body, notes } = separateFootnotes(pasted)
  const selection = $getSelection()
  if ($isRangeSelection(selection) && !selection.isCollapsed()) selection.removeText()
  $insertBody(body, edges)
  $getRoot().append(...$createNodes(notes))
}

function $insertBody(body: readonly Block[], edges: EdgeBlanks | undefined): void {
  if (body.length === 0) return
  const place = $getSelection()
  // None if the selection is between blocks.
  const block = $nodeAround($isBlockOfText)
  const pasted = $isFootnote(block) ? [{ type: 'paragraph', children: asOneLine(body) }] : body
  const blocks =
    edges && $isRangeSelection(place) && block ? $withBlanks(pasted, edges, place, block) : pasted
  if (!$isRangeSelection(place) || !block) place?.insertNodes($createNodes(blocks))
  else if (blocks[0] && isLine(blocks[0]) && blocks.length === 1) place.insertNodes($createLine(blocks[0]))
  else if ($isListItemNode(block)) $insertIntoList(place, block, blocks)
  else $insertBetween($createNodes(blocks), block, $split(place, block))
}

/** Adds the blanks at the ends that are not in the text yet. */
function $withBlanks(
  blocks: readonly Block[],
  edges: EdgeBlanks,
  place: RangeSelection,
  block: ElementNode,
): readonly Block[] {
  const [before, after] = $textBesideCaret(place, block)
  const isAlone = blocks.length === 1
  const leads = edges.before && /\S$/.test(before)
  // At the end of a line, the last block of several needs no blank.
  const trails = edges.after && (isAlone || after !== '') && !/^\s/.test(after)
  return blocks.map((pasted, index) => {
    if (!isLine(pasted)) return pasted
    const first = leads && index === 0 ? [{ text: ' ' }] : []
    const last = trails && index === blocks.length - 1 ? [{ text: ' ' }] : []
    return { ...pasted, children: [...first, ...pasted.children, ...last] }
  })
}

/** The text before and after the caret, from the adjacent text nodes of its block. */
function $textBesideCaret({ anchor }: RangeSelection, block: ElementNode): [before: string, after: string] {
  const node = anchor.getNode()
  if ($isTextNode(node)) {
    const text = node.getTextContent()
    const before = text.slice(0, anchor.offset) || (node.getPreviousSibling()?.getTextContent() ?? '')
    return [before, text.slice(anchor.offset) || (node.getNextSibling()?.getTextContent() ?? '')]
  }
  const children = node.is(block) ? block.getChildren() : []
  const textAt = (index: number) => children[index]?.getTextContent() ?? ''
  return [textAt(anchor.offset - 1), textAt(anchor.offset)]
}

/** Whether a block can be inserted into a line or an item of a list. */
const isLine = (block: Block) => block.type === 'paragraph' && !isSceneBreak(block)

function $createLine(paragraph: Block): LexicalNode[] {
  const [node] = $createNodes([paragraph])
  return $isElementNode(node) ? node.getChildren() : []
}

const $isBlockOfText = (node: LexicalNode): node is ElementNode =>
  $isBlockElementNode(node) && !$isRootOrShadowRoot(node)

function $insertIntoList(place: RangeSelection, item: ListItemNode, blocks: readonly Block[]): void {
  const list = item.getParent()
  const type = $isListNode(list) && list.getListType() === 'number' ? 'numbered-list' : 'bulleted-list'
  const items = asItems(blocks, type)
  const after = $split(place, item)
  const [made] = items ? $createNodes([{ type, children: items }]) : []
  if ($isListNode(made)) $insertBetween(made.getChildren(), item, after)
  else $insertBetweenLists($createNodes(blocks), item, after)
}

/** The items to insert into a list, if all blocks are paragraphs or lists of its kind. */
function asItems(blocks: readonly Block[], type: string): Block[] | undefined {
  if (!blocks.every((block) => isLine(block) || block.type === type)) return undefined
  // The children of a list are items.
  return blocks.flatMap((block) =>
    block.type === type ? (block.children as Block[]) : [{ ...block, type: 'list-item' }],
  )
}

/** Splits a block at the selection. @returns the new block with the content after the selection */
function $split(place: RangeSelection, block: ElementNode): ElementNode {
  let caret = $caretOf(place)
  while (caret && !($isSiblingCaret(caret) && caret.origin.is(block))) caret = $splitAtPointCaretNext(caret)
  // Splitting always makes a second block, because blocks of text may be empty.
  return block.getNextSibling() as ElementNode
}

/** At the edges of a text node, the caret beside it, so that splitting makes no empty text node. */
function $caretOf({ anchor }: RangeSelection): PointCaret<'next'> | null {
  const caret = $caretFromPoint(anchor, 'next')
  if (!$isTextPointCaret(caret)) return caret
  const { origin, offset } = caret
  if (offset === 0) return $getSiblingCaret(origin, 'previous').getFlipped()
  return offset === origin.getTextContentSize() ? $getSiblingCaret(origin, 'next') : caret
}

function $insertBetween(nodes: readonly LexicalNode[], before: ElementNode, after: ElementNode): void {
  const [first] = nodes
  const last = nodes.at(-1)
  if (!first || !last) return
  let end: LexicalNode = before
  for (const node of nodes) end = end.insertAfter(node)
  $selectEndOf(last)
  if ($canJoin(last) && !isEffectivelyEmpty(after)) last.append(...after.getChildren())
  if ($canJoin(first) && !isEffectivelyEmpty(before)) before.append(...first.getChildren())
  const isNeeded = !$isElementNode(last) && !$nextInBody(after)
  for (const half of [before, first, isNeeded ? last : after, last])
    if ($isElementNode(half) && isEffectivelyEmpty(half)) half.remove()
}

/** Splits all lists around two items, and inserts the blocks between the halves. */
function $insertBetweenLists(nodes: readonly LexicalNode[], before: ElementNode, after: ElementNode): void {
  const [first, ...others] = nodes
  if (!first) return
  $insertNodeToNearestRootAtCaret(first, $getSiblingCaret(before, 'next'))
  let last = first
  for (const node of others) last = last.insertAfter(node)
  $selectEndOf(last)
  for (const half of [before, after]) if (isEffectivelyEmpty(half)) half.remove()
}

const $canJoin = (node: LexicalNode): node is ElementNode =>
  $isParagraphNode(node) || ($isListItemNode(node) && !$isListNode(node.getFirstChild()))

/**
 * Separates the footnotes of pasted blocks, which go to the end. They and their references get new names, because those on
 * the clipboard may be taken. A footnote without its reference becomes a paragraph.
 */
function separateFootnotes(blocks: readonly Block[]) {
  const referenced = new Set(blocks.flatMap(notesReferredIn))
  const isCarried = (block: Block) => isFootnote(block) && referenced.has(block.note)
  const carried = blocks.filter(isCarried)
  const names = new Map(carried.map(({ note }) => [note, newName()]))
  const rename = <T extends Node>(node: T): T => {
    const name = isFootnote(node) || isFootnoteReference(node) ? names.get(node.note) : undefined
    const children = Array.isArray(node.children) ? { children: node.children.map(rename) } : {}
    return { ...node, ...children, ...(name !== undefined && { note: name }) }
  }
  const body = blocks.filter((block) => !isCarried(block)).map(asParagraph)
  return names.size === 0 ? { body, notes: [] } : { body: body.map(rename), notes: carried.map(rename) }
}

function asParagraph(block: Block): Block {
  if (!isFootnote(block)) return block
  const { note: _note, ...paragraph } = block
  return { ...paragraph, type: 'paragraph' }
}
