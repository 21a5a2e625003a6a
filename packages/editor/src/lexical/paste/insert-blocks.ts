import { $isListItemNode, $isListNode, type ListItemNode } from '@lexical/list'
import type { Block } from '@nightdesk/contracts'
import {
  $caretFromPoint,
  $createParagraphNode,
  $findMatchingParent,
  $getSelection,
  $getSiblingCaret,
  $insertNodeToNearestRootAtCaret,
  $isElementNode,
  $isParagraphNode,
  $isRangeSelection,
  $isRootOrShadowRoot,
  $isSiblingCaret,
  $isTextPointCaret,
  $parseSerializedNode,
  $splitAtPointCaretNext,
  type ElementNode,
  type LexicalNode,
  type PointCaret,
  type RangeSelection,
} from 'lexical'
import { toLexical } from '../../convert.ts'
import { isHollow } from '../block-images.ts'

/**
 * Puts blocks in the place of the selection. A single paragraph goes into the line; several blocks part it, and
 * paragraphs at their ends join what they meet there. In a list, paragraphs become items.
 */
export function $insertBlocks(blocks: readonly Block[]): void {
  const selection = $getSelection()
  if ($isRangeSelection(selection) && !selection.isCollapsed()) selection.removeText()
  const place = $getSelection()
  const block = $isRangeSelection(place) ? $blockOf(place) : null
  if (!$isRangeSelection(place) || !block) place?.insertNodes($createNodes(blocks))
  else if (blocks.length === 1 && blocks[0]?.type === 'paragraph') place.insertNodes($createLine(blocks[0]))
  else if ($isListItemNode(block)) $insertIntoList(place, block, blocks)
  else $insertBetween($createNodes(blocks), block, $split(place, block))
}

const $createNodes = (blocks: readonly Block[]) => toLexical(blocks).root.children.map($parseSerializedNode)

function $createLine(paragraph: Block): LexicalNode[] {
  const [node] = $createNodes([paragraph])
  return $isElementNode(node) ? node.getChildren() : []
}

/** The block of text in which the selection begins; none where it stands between blocks. */
const $blockOf = ({ anchor }: RangeSelection) =>
  $findMatchingParent(
    anchor.getNode(),
    (node): node is ElementNode => $isElementNode(node) && !node.isInline() && !$isRootOrShadowRoot(node),
  )

function $insertIntoList(place: RangeSelection, item: ListItemNode, blocks: readonly Block[]): void {
  const list = item.getParent()
  const type = $isListNode(list) && list.getListType() === 'number' ? 'numbered-list' : 'bulleted-list'
  const items = asItems(blocks, type)
  const after = $split(place, item)
  const [made] = items ? $createNodes([{ type, children: items }]) : []
  if ($isListNode(made)) $insertBetween(made.getChildren(), item, after)
  else $insertBetweenLists($createNodes(blocks), item, after)
}

/** What goes into a list as items of it: paragraphs, and lists of its kind. */
function asItems(blocks: readonly Block[], type: string): Block[] | undefined {
  if (blocks.some((block) => block.type !== 'paragraph' && block.type !== type)) return undefined
  // The children of a list are items.
  return blocks.flatMap((block) =>
    block.type === type ? (block.children as Block[]) : [{ ...block, type: 'list-item' }],
  )
}

/** Parts a block where the selection stands; what is behind that goes into a copy of it, which is answered. */
function $split(place: RangeSelection, block: ElementNode): ElementNode {
  let caret = $caretOf(place)
  while (caret && !($isSiblingCaret(caret) && caret.origin.is(block))) caret = $splitAtPointCaretNext(caret)
  // Blocks of text can be empty, so each part is there, even without text.
  return block.getNextSibling() as ElementNode
}

/** At the edges of a text, beside it: a text that holds nothing is not to be made. */
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
  $selectEnd(last)
  if ($canJoin(last) && !isHollow(after)) last.append(...after.getChildren())
  if ($canJoin(first) && !isHollow(before)) before.append(...first.getChildren())
  for (const half of [before, first, after, last]) if ($isElementNode(half) && isHollow(half)) half.remove()
}

/** The lists around two items are parted up to the outermost, for the blocks to stand between. */
function $insertBetweenLists(nodes: readonly LexicalNode[], before: ElementNode, after: ElementNode): void {
  const [first, ...others] = nodes
  if (!first) return
  $insertNodeToNearestRootAtCaret(first, $getSiblingCaret(before, 'next'))
  let last = first
  for (const node of others) last = last.insertAfter(node)
  $selectEnd(last)
  for (const half of [before, after]) if (isHollow(half)) half.remove()
}

const $canJoin = (node: LexicalNode): node is ElementNode =>
  $isParagraphNode(node) || ($isListItemNode(node) && !$isListNode(node.getFirstChild()))

/** A void block takes no caret: it goes to the line below. */
function $selectEnd(last: LexicalNode): void {
  if ($isElementNode(last)) last.selectEnd()
  else if (last.getNextSibling() === null) last.insertAfter($createParagraphNode()).selectStart()
  else last.selectNext(0, 0)
}
